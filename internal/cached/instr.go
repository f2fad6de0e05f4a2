package cached

import (
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/cached/form"
	"github.com/informerlint/informerlint/internal/cached/track"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// instr interprets an instruction that goes only one way.
func (w *walk) instr(s *state, instr ssa.Instruction) {
	switch i := instr.(type) {
	case *ssa.Store:
		w.store(s, i, w.value(s, i.Addr), w.value(s, i.Val))
	case *ssa.MapUpdate:
		if m := w.value(s, i.Map); m.kind == shared || m.kind == fresh {
			w.store(s, i, within(m, track.Hop{Name: form.MapKey(i.Key)}), w.value(s, i.Value))
		} else {
			w.keep(s, i, w.value(s, i.Value))
		}
	case *ssa.Defer:
		w.postpone(s, i)
	case *ssa.Send:
		w.keep(s, i, w.value(s, i.X))
		w.forget(s, w.value(s, i.X))
	case ssa.Value:
		v := w.eval(s, i)
		if len(v.path) > maxPath {
			v = value{}
		}
		s.set(i, v)
	}
}

// eval computes a register.
func (w *walk) eval(s *state, instr ssa.Value) value {
	switch i := instr.(type) {
	case *ssa.Alloc:
		return w.make(s, i)
	case *ssa.MakeMap:
		m := w.memory(i, 0)
		s.earlier(func(v value) bool { return v.kind == fresh && v.id == m })
		return w.make(s, i)
	case *ssa.MakeSlice:
		return w.make(s, i)
	case *ssa.FieldAddr:
		return within(w.value(s, i.X), track.Hop{Name: ssautil.FieldName(i.X.Type(), i.Field)})
	case *ssa.IndexAddr:
		return within(w.value(s, i.X), track.Hop{Name: element})
	case *ssa.Field:
		return w.value(s, i.X).part([]track.Hop{{Name: ssautil.FieldName(i.X.Type(), i.Field)}}, ssautil.IsRef(i.Type())).known(0)
	case *ssa.Index:
		return w.value(s, i.X).part([]track.Hop{{Name: element}}, ssautil.IsRef(i.Type())).known(0)
	case *ssa.Lookup:
		v := value{}
		if m := w.value(s, i.X); m.kind == shared || m.kind == fresh {
			v = w.load(s, within(m, track.Hop{Name: element}), form.Elem(i.X.Type()))
		}
		if i.CommaOk {
			return value{kind: tuple, tuple: []value{v, {}}}
		}
		return v
	case *ssa.UnOp:
		switch i.Op {
		case token.MUL:
			return w.load(s, w.value(s, i.X), i.Type())
		case token.NOT:
			switch v := w.value(s, i.X); v.kind {
			case literal:
				return value{kind: literal, is: strconv.FormatBool(v.is != "true")}
			case handed:
				v.not = !v.not
				return v
			}
		}
	case *ssa.Slice:
		v := w.value(s, i.X)
		if v.kind == shared {
			v.path = behind(v.path)
		}
		return v
	case *ssa.MakeInterface:
		return w.value(s, i.X)
	case *ssa.ChangeType:
		return w.value(s, i.X)
	case *ssa.ChangeInterface:
		return w.value(s, i.X)
	case *ssa.Convert:
		if ssautil.IsRef(i.Type()) && ssautil.IsRef(i.X.Type()) {
			return w.value(s, i.X)
		}
	case *ssa.Extract:
		if t := w.value(s, i.Tuple); t.kind == tuple && i.Index < len(t.tuple) {
			return t.tuple[i.Index]
		}
	case *ssa.MakeClosure:
		c := &closure{fn: i.Fn.(*ssa.Function)}
		for _, b := range i.Bindings {
			c.free = append(c.free, w.value(s, b))
		}
		return value{kind: function, fn: c}
	case *ssa.Range:
		return w.value(s, i.X)
	case *ssa.Next:
		if i.IsString {
			break
		}
		rng, ok := i.Iter.(*ssa.Range)
		if m := w.value(s, i.Iter); ok && (m.kind == shared || m.kind == fresh) {
			return value{kind: tuple, tuple: []value{{}, {}, w.load(s, within(m, track.Hop{Name: element}), form.Elem(rng.X.Type()))}}
		}
	}
	return value{}
}

// make gives new memory, with nothing in it.
func (w *walk) make(s *state, instr ssa.Instruction) value {
	m := w.memory(instr, 0)
	s.heap[m] = &tree{def: value{kind: zero}}
	return value{kind: fresh, id: m}
}

// within is the address of a part of what v leads to.
func within(v value, h track.Hop) value {
	if v.kind != shared && v.kind != fresh {
		return value{}
	}
	v.path = join(v.path, h)
	return v
}

// known replaces the mark that a value was found in a copy.
func (v value) known(shallow int) value {
	if v.shallow == -1 {
		v.shallow = shallow
	}
	return v
}

// load reads memory.
func (w *walk) load(s *state, addr value, t types.Type) value {
	_, whole := t.Underlying().(*types.Struct)
	if _, array := t.Underlying().(*types.Array); array {
		whole = true
	}
	switch addr.kind {
	case shared:
		switch {
		case ssautil.IsRef(t):
			addr.path = behind(addr.path)
			return addr
		case whole:
			addr.kind = content
			return addr
		}
	case fresh:
		if len(w.unclear) > 0 && w.unclear[w.place(addr)] {
			return value{}
		}
		if whole {
			return value{kind: structure, tree: s.heap[addr.id].sub(addr.path)}
		}
		v := s.heap[addr.id].get(addr.path, ssautil.IsRef(t))
		if v.kind == zero {
			if b, ok := t.Underlying().(*types.Basic); ok && b.Kind() == types.Bool {
				return value{kind: literal, is: "false"}
			}
			return value{}
		}
		if v.kind == content || v.kind == own || v.kind == structure {
			return value{}
		}
		return v.known(addr.id + 1)
	}
	return value{}
}

// sub returns the part of a tree at a path as a tree.
func (t *tree) sub(path []track.Hop) *tree {
	if t == nil || len(path) == 0 {
		return t
	}
	v := t.get(path, false)
	out := &tree{over: make(map[string]value)}
	switch v.kind {
	case structure:
		if v.tree == nil {
			return nil
		}
		out = &tree{def: v.tree.def, over: v.tree.over}
	case content, own, zero:
		out.def = v
	}
	prefix := key(path) + "\x00"
	over := make(map[string]value)
	for k, o := range out.over {
		over[k] = o
	}
	for k, o := range t.over {
		if len(k) > len(prefix) && k[:len(prefix)] == prefix {
			over[k[len(prefix):]] = o
		}
	}
	out.over = over
	return out
}

// store writes memory.
func (w *walk) store(s *state, instr ssa.Instruction, addr, v value) {
	switch addr.kind {
	case shared:
		rule := CachedObject
		if st, ok := instr.(*ssa.Store); ok && form.FillsNil(st) {
			rule = emptied
		}
		w.change(s, instr, addr, "", rule)
	case fresh:
		w.wrote(s, instr, addr, "")
		if w.mems[addr.id].deep && !w.leads(s, []value{v}) {
			if s.heap[addr.id].stored(addr.path) {
				w.unalias(s, addr)
				s.heap[addr.id] = w.with(s.heap[addr.id], addr.path, value{})
			}
			return // what a deep copy holds remains its own
		}
		if n := len(addr.path); n > 0 && addr.path[n-1].Ref {
			v = value{} // a structure behind a pointer has no place of its own here
		}
		w.unalias(s, addr)
		w.replaced(s, instr, addr, v)
		s.heap[addr.id] = w.with(s.heap[addr.id], addr.path, v)
		w.copied(s, instr, addr, v)
	default:
		w.keep(s, instr, v)
	}
}

// unalias forgets registers that lead into a part of a copy that is replaced:
// what they lead to is not in the copy any more.
func (w *walk) unalias(s *state, addr value) {
	maps.DeleteFunc(s.env, func(_ ssa.Value, v value) bool {
		return v.kind == fresh && v.id == addr.id && len(v.path) > len(addr.path) && key(v.path[:len(addr.path)]) == key(addr.path) &&
			slices.ContainsFunc(v.path[len(addr.path):], func(h track.Hop) bool { return h.Ref })
	})
}

// with returns a tree with a value at a path. All keys of a map are one place.
// Where all ways are wanted, elements are one place as well, as for the witness.
func (w *walk) with(t *tree, path []track.Hop, v value) *tree {
	path = slices.Clone(path)
	for i := range path {
		if strings.HasPrefix(path[i].Name, "[") {
			path[i].Name = element
		}
	}
	return t.with(path, v, w.exact != nil)
}

// copied notes that a structure of an object, or of a copy of one, is in local
// memory now.
func (w *walk) copied(s *state, instr ssa.Instruction, addr, v value) {
	if v.kind == structure && v.tree != nil {
		v = v.tree.def
	}
	m := w.mems[addr.id]
	switch v.kind {
	case content:
		m.root, m.deep, m.at = v.id+1, false, addr.path
		s.trace = w.event(s, instr, track.Step{Act: track.Shallow, Path: v.path}, v.id, 0, addr.id+1)
	case own:
		from := w.mems[v.id]
		if from.root == 0 || addr.id == v.id {
			return
		}
		m.root, m.deep, m.at = from.root, false, addr.path
		s.trace = w.event(s, instr, track.Step{Act: track.Shallow, Path: v.path}, from.root-1, v.id+1, addr.id+1)
	}
}

// wrote notes a write to local memory that is a copy of an object.
func (w *walk) wrote(s *state, instr ssa.Instruction, addr value, call string) {
	m := w.mems[addr.id]
	if m.root == 0 || len(addr.path) < len(m.at) || len(addr.path) == len(m.at) && call == "" {
		return
	}
	s.trace = w.event(s, instr, track.Step{Act: track.Write, Path: addr.path[len(m.at):], Call: call}, m.root-1, addr.id+1, 0)
}

// write is a change of an object of a cache.
func (w *walk) write(s *state, instr ssa.Instruction, addr value, call string) {
	w.change(s, instr, addr, call, CachedObject)
}

func (w *walk) change(s *state, instr ssa.Instruction, addr value, call string, rule Rule) {
	s.trace = w.event(s, instr, track.Step{Act: track.Write, Path: addr.path, Call: call}, addr.id, 0, 0)
	if len(addr.path) == 0 || addr.path[0].Name == "TypeMeta" {
		rule = TypeMeta
		if len(addr.path) == 0 {
			rule = CachedObject
		}
	}
	if addr.shallow > 0 && rule == CachedObject {
		rule = ShallowCopy
	}
	obj := w.objs[addr.id]
	if w.exact != nil && !w.exact.same(obj) {
		return // its ways are not wanted
	}
	if obj.param == 0 && s.owner[addr.id] > 0 && w.depth > 0 {
		return // an affair of the function that got it
	}
	w.run.hit(hitKey{addr.id, rule}, &hit{obj: obj, id: addr.id, trace: s.trace, rule: rule, facts: s.facts, when: s.when, length: s.trace.length()})
}

func (e *event) length() (n int) {
	for ; e != nil; e = e.prev {
		n++
	}
	return n
}

// root0 is where the root does what an instruction does.
func (w *walk) root0(instr ssa.Instruction) token.Pos {
	if w.depth > 0 {
		return w.site
	}
	return instrPos(instr)
}

// event returns the trace with one more step.
func (w *walk) event(s *state, instr ssa.Instruction, step track.Step, obj, mem, to int) *event {
	pos := instrPos(instr)
	in := instr
	if w.depth > 0 {
		pos, step.Via, in = w.site, pos, w.call0
		if w.fn.Syntax() == nil {
			step.Via = token.NoPos // the wrapper of a method value is nowhere
		}
	}
	step.Pos = pos
	e := &event{prev: s.trace, step: step, obj: obj, mem: mem, to: to, in: in}
	if w.exact != nil {
		return w.once(e)
	}
	return e
}

// once keeps the traces of loops finite: a step that was there before is not
// there again, and an object that is obtained anew begins anew.
func (w *walk) once(e *event) *event {
	if !w.exact.same(w.objs[e.obj]) {
		return e.prev
	}
	if e.step.Act == track.Obtain {
		e.prev = nil
		return e
	}
	for old := e.prev; old != nil; old = old.prev {
		if old.step.Act == e.step.Act && old.mem == e.mem && old.in == e.in && old.step.Via == e.step.Via && key(old.step.Path) == key(e.step.Path) {
			return e.prev
		}
	}
	return e
}

// same reports whether two runs of a function mean the same object.
func (o *object) same(other *object) bool {
	return o.instr == other.instr && o.site == other.site && o.param == other.param
}

// digest names the steps of a trace.
func (e *event) digest() string {
	var b strings.Builder
	for ; e != nil; e = e.prev {
		fmt.Fprintf(&b, "!%d.%d.%d.%d.%s", e.step.Act, e.mem, e.to, e.step.Pos, key(e.step.Path))
	}
	return b.String()
}
