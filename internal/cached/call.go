package cached

import (
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/cached/calls"
	"github.com/informerlint/informerlint/internal/cached/form"
	"github.com/informerlint/informerlint/internal/cached/track"
	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// call interprets a call, and returns the states that it may end in.
func (w *walk) call(s *state, instr *ssa.Call) []*state {
	c := &instr.Call
	if b, ok := c.Value.(*ssa.Builtin); ok {
		s.set(instr, w.builtin(s, instr, b.Name()))
		return []*state{s}
	}
	if src, ok := w.m.calls.Source(c); ok {
		return w.obtain(s, instr, src)
	}
	fn := ssautil.Callee(c)
	if callee := c.StaticCallee(); callee != nil && ssautil.Bound(callee) != nil {
		fn = nil // a method value: its receiver is none of the arguments
	}
	if fn != nil {
		if done, v := w.known(s, instr, fn); done {
			s.set(instr, v)
			return []*state{s}
		}
	}
	if f := w.value(s, c.Value); f.kind == function {
		if w.m.form(f.fn.fn) != nil && w.m.calls.Inert(f.fn.fn) && !w.acting(s, c.Args) {
			s.set(instr, value{})
			return []*state{s}
		}
		if states, ok := w.inline(s, instr, f.fn, c.Args); ok {
			return states
		}
	}
	if m, from := w.m.calls.Callee(c); m != nil && c.IsInvoke() {
		for _, f := range from {
			w.looked[f] = true
		}
		if states, ok := w.inline(s, instr, &closure{fn: m}, calls.Operands(c)); ok {
			return states
		}
	}
	if fn != nil {
		if states, ok := w.runs(s, instr, fn); ok {
			return states
		}
		if states, ok := w.imported(s, instr, fn); ok {
			return states
		}
	}
	w.handed(s, instr)
	if v := w.value(s, c.Value); !c.IsInvoke() || v.kind != shared {
		w.forget(s, v)
	}
	for _, a := range c.Args {
		w.forget(s, w.value(s, a))
	}
	s.set(instr, value{})
	return []*state{s}
}

// builtin interprets a call of a builtin function.
func (w *walk) builtin(s *state, instr *ssa.Call, name string) value {
	args := instr.Call.Args
	arg := func(i int) value {
		if i < len(args) {
			return w.value(s, args[i])
		}
		return value{}
	}
	all := track.Hop{Name: element}
	switch name {
	case "delete", "clear":
		m := within(arg(0), all)
		if name == "delete" && (m.kind == shared || m.kind == fresh) {
			m.path[len(m.path)-1].Name = form.MapKey(args[1])
		}
		switch m.kind {
		case shared:
			w.write(s, instr, m, name)
		case fresh:
			w.wrote(s, instr, m, name)
		}
	case "copy":
		switch dst := arg(0); dst.kind {
		case shared:
			w.write(s, instr, within(dst, all), name)
		case fresh:
			w.wrote(s, instr, within(dst, all), name)
			s.heap[dst.id] = w.with(s.heap[dst.id], join(dst.path, all), w.element(s, arg(1)))
		}
	case "recover":
		return value{kind: isNil} // ways that panic are not followed
	case "append":
		return w.grow(s, instr, arg(0), arg(1))
	}
	return value{}
}

// grow interprets append. To what is shared it may or may not write: nothing is said.
func (w *walk) grow(s *state, instr *ssa.Call, to, more value) value {
	var e value
	switch to.kind {
	case isNil, zero:
		e = w.element(s, more)
	case fresh:
		e = w.element(s, to)
		if more := w.element(s, more); e.kind == zero {
			e = more
		} else if more.kind != zero && e.digest() != more.digest() {
			w.keep(s, instr, e)
			w.keep(s, instr, more)
			e = value{}
		}
	default:
		w.keep(s, instr, more)
		return value{}
	}
	v := w.make(s, instr)
	s.heap[v.id] = w.with(s.heap[v.id], []track.Hop{{Name: element}}, e)
	return v
}

// element returns what the elements of a slice are, as memory holds them.
func (w *walk) element(s *state, v value) value {
	switch v.kind {
	case shared:
		return value{kind: content, id: v.id, path: join(v.path, track.Hop{Name: element})}
	case fresh:
		at := join(v.path, track.Hop{Name: element})
		e := s.heap[v.id].get(at, false)
		if e.kind == nothing {
			if t := s.heap[v.id].sub(at); t != nil && len(t.over) > 0 {
				return value{}
			}
		}
		return e
	case isNil, zero:
		return value{kind: zero}
	}
	return value{}
}

// obtain goes on with an object of a cache, and without one.
func (w *walk) obtain(s *state, instr *ssa.Call, src calls.Source) []*state {
	kind := track.Get
	if src.Many {
		kind = track.List
	}
	id := w.number("o", instr, func() int {
		w.objs = append(w.objs, &object{source: track.Source{Kind: kind, Type: form.TypeName(src.Type), Call: src.Call}, typ: src.Type, instr: instr, site: w.root0(instr)})
		return len(w.objs) - 1
	})
	if _, again := s.owner[id]; again && src.Many {
		s.earlier(func(v value) bool { return (v.kind == shared || v.kind == content) && v.id == id })
	}
	obj := value{kind: shared, id: id}
	without := s.clone()
	s.owner[id] = w.depth
	s.trace = w.event(s, instr, track.Step{Act: track.Obtain, Call: src.Call}, id, 0, 0)
	if src.Many {
		list := w.make(s, instr)
		if w.exact != nil || !form.Replaces(instr) {
			s.heap[list.id] = w.with(s.heap[list.id], []track.Hop{{Name: element}}, obj)
		}
		obj = list
	}
	res := instr.Call.Signature().Results()
	switch {
	case res.Len() == 1:
		s.set(instr, obj)
		return []*state{s}
	case res.Len() == 2: // the object, and an error
		s.set(instr, value{kind: tuple, tuple: []value{obj, {kind: isNil}}})
		without.set(instr, value{kind: tuple, tuple: []value{{kind: isNil}, {kind: notNil}}})
	default: // the object, whether it exists, and an error
		s.set(instr, value{kind: tuple, tuple: []value{obj, {kind: literal, is: "true"}, {kind: isNil}}})
		without.set(instr, value{kind: tuple, tuple: []value{{kind: isNil}, {kind: literal, is: "false"}, {}}})
	}
	return []*state{without, s}
}

// known interprets calls that the table knows.
func (w *walk) known(s *state, instr *ssa.Call, fn *types.Func) (done bool, v value) {
	args := calls.Operands(&instr.Call)
	arg := func(i int) value {
		if i < len(args) {
			return w.value(s, args[i])
		}
		return value{}
	}
	switch clientgo.ObjectCall(fn) {
	case clientgo.ObjectCopy:
		return true, w.deepCopy(s, instr, arg(0))
	case clientgo.ObjectSame:
		if fn.Signature().Results().Len() == 2 {
			return true, value{kind: tuple, tuple: []value{arg(0), {}}}
		}
		return true, arg(0)
	case clientgo.ObjectSets:
		at := arg(0)
		for _, name := range clientgo.SetterPath(fn) {
			at = within(at, track.Hop{Name: name})
		}
		w.changes(s, instr, at, fn.Name(), CachedObject)
		return true, value{}
	case clientgo.ObjectGets:
		at := arg(0)
		if at.kind == shared && w.objs[at.id].unstructured() {
			return true, value{}
		}
		return true, w.load(s, within(at, track.Hop{Name: strings.TrimPrefix(fn.Name(), "Get")}), fn.Signature().Results().At(0).Type())
	case clientgo.ObjectContent:
		return true, w.load(s, within(arg(0), track.Hop{Name: "Object"}), fn.Signature().Results().At(0).Type())
	case clientgo.ObjectNested:
		return true, value{kind: tuple, tuple: []value{w.load(s, within(arg(0), track.Hop{Name: element}), fn.Signature().Results().At(0).Type()), {}, {}}}
	case clientgo.ObjectClone:
		c := w.make(s, instr)
		s.heap[c.id] = w.with(s.heap[c.id], []track.Hop{{Name: element}}, w.element(s, arg(0)))
		return true, c
	case clientgo.ObjectSorted:
		return true, value{kind: literal, is: "true"}
	case clientgo.ObjectFails:
		if arg(0).kind == isNil {
			return true, value{kind: literal, is: "false"}
		}
		return true, value{}
	}
	for _, ch := range clientgo.Changes(fn) {
		rule := CachedObject
		if ch.Reorders {
			rule = Reordered
		}
		at := arg(ch.Param)
		if ch.Reorders {
			at = within(at, track.Hop{Name: element})
		}
		for _, name := range ch.Path {
			at = within(at, track.Hop{Name: name})
		}
		if at.kind == shared || at.kind == fresh {
			w.changes(s, instr, at, fn.Name(), rule)
			done = true
		}
	}
	if i, ok := clientgo.Sends(fn); ok && !done {
		w.send(s, instr, fn, arg(i))
	}
	return done, value{}
}

func (o *object) unstructured() bool {
	return o.typ == nil || types.IsInterface(o.typ) || form.TypeName(o.typ) == "Unstructured"
}

// changes is a call that writes memory.
func (w *walk) changes(s *state, instr *ssa.Call, at value, call string, rule Rule) {
	switch at.kind {
	case shared:
		w.change(s, instr, at, call, rule)
	case fresh:
		w.wrote(s, instr, at, call)
		if !w.mems[at.id].deep {
			s.heap[at.id] = w.with(s.heap[at.id], at.path, value{})
		}
	}
}

// deepCopy makes memory that shares nothing. Copies of different objects are
// different memory, also where one statement makes them.
func (w *walk) deepCopy(s *state, instr ssa.Instruction, of value) value {
	root, path, mem := 0, of.path, 0
	switch of.kind {
	case shared:
		root = of.id + 1
	case fresh:
		if from := w.mems[of.id]; len(of.path) >= len(from.at) {
			root, path, mem = from.root, of.path[len(from.at):], of.id+1
		}
	}
	v := value{kind: fresh, id: w.memory(instr, root)}
	if root == 0 && of.kind != fresh {
		s.heap[v.id] = nil
		return v
	}
	s.heap[v.id] = &tree{def: value{kind: own, id: v.id}}
	if root == 0 {
		return v
	}
	m := w.mems[v.id]
	m.root, m.deep, m.at = root, true, nil
	s.trace = w.event(s, instr, track.Step{Act: track.Copy, Path: path}, root-1, mem, v.id+1)
	return v
}

// send is a call that sends an object to the API server.
func (w *walk) send(s *state, instr *ssa.Call, fn *types.Func, obj value) {
	switch obj.kind {
	case shared:
		s.trace = w.event(s, instr, track.Step{Act: track.Send, Call: fn.Name()}, obj.id, 0, 0)
	case fresh:
		if m := w.mems[obj.id]; m.root != 0 {
			s.trace = w.event(s, instr, track.Step{Act: track.Send, Call: fn.Name()}, m.root-1, obj.id+1, 0)
		}
	}
}

// inline interprets the body of a function that is called.
func (w *walk) inline(s *state, instr *ssa.Call, c *closure, args []ssa.Value) ([]*state, bool) {
	vals := make([]value, len(args))
	for i, a := range args {
		vals[i] = w.value(s, a)
		if is, ok := s.facts[w.form.Cond(a)]; ok && vals[i].kind == nothing {
			vals[i] = value{kind: literal, is: strconv.FormatBool(is)}
		}
		leads := func(v ssa.Value) bool { return w.leads(s, []value{w.value(s, v)}) }
		if mc, ok := a.(*ssa.MakeClosure); ok && !form.SettledNow(mc, instr, leads) {
			w.forget(s, vals[i])
			vals[i] = value{}
		}
	}
	outs, ok := w.enterCall(s, instr, c, vals)
	if !ok {
		return nil, false
	}
	w.agree(s, vals, outs)
	states := make([]*state, len(outs))
	for i, o := range outs {
		var v value
		switch len(o.results) {
		case 0:
		case 1:
			v = o.results[0]
		default:
			v = value{kind: tuple, tuple: o.results}
		}
		o.state.set(instr, v)
		states[i] = o.state
	}
	return states, true
}

// acting reports whether one of the arguments of a call is a function that may
// change something.
func (w *walk) acting(s *state, args []ssa.Value) bool {
	return slices.ContainsFunc(args, func(a ssa.Value) bool {
		v := w.value(s, a)
		return v.kind == function && w.m.calls.Acts(v.fn.fn)
	})
}

// agree makes the ways out of a call agree on the elements of containers that it
// was given: a loop that replaces them runs as often as the caller's own.
func (w *walk) agree(s *state, args []value, outs []outcome) {
	seen := make(map[int]bool)
	for _, a := range args {
		s.reach(a, seen)
	}
	for m := range seen {
		before := s.heap[m].get([]track.Hop{{Name: element}}, true)
		if before.kind != shared {
			continue
		}
		for _, o := range outs {
			if o.state.heap[m].get([]track.Hop{{Name: element}}, true).digest() != before.digest() {
				for _, o := range outs {
					o.state.heap[m] = w.with(o.state.heap[m], []track.Hop{{Name: element}}, value{})
				}
				break
			}
		}
	}
}

// enterCall interprets a function beside the registers of its caller. It is not
// ok if nothing that is followed could be in it, or it is too large.
func (w *walk) enterCall(s *state, instr ssa.Instruction, c *closure, args []value) ([]outcome, bool) {
	fn := c.fn
	of := w.m.form(fn)
	if slices.ContainsFunc(fn.TypeArgs(), func(t types.Type) bool { return !ssautil.IsRef(t) }) {
		return nil, false // whether its variables hold structures is not seen in its body
	}
	if of == nil || len(args) != len(fn.Params) || !w.m.calls.Returns(fn) && !w.leads(s, args) && !w.leads(s, c.free) {
		return nil, false
	}
	ctx := w.ctx + "/" + w.form.Instr(instr)
	if v, ok := instr.(ssa.Value); ok && holds(v.Type()) {
		s.earlier(func(v value) bool { return v.kind == fresh && strings.HasPrefix(w.mems[v.id].name, "0"+ctx+"/") })
	}
	in := s.clone()
	env, facts := in.env, in.facts
	in.env, in.facts, in.late = make(map[ssa.Value]value), make(map[string]bool), nil
	for i, p := range fn.Params {
		in.set(p, args[i])
	}
	for i, p := range fn.FreeVars {
		if i < len(c.free) {
			in.set(p, c.free[i])
		}
	}
	fr := &frame{fn: fn, ctx: ctx, depth: w.depth + 1, site: w.site, call0: w.call0, form: of}
	if w.depth == 0 {
		fr.site, fr.call0 = instrPos(instr), instr
	}
	outs, ok := w.exec(fr, in)
	if !ok {
		return nil, false
	}
	for _, o := range outs {
		o.state.env, o.state.facts, o.state.late = maps.Clone(env), maps.Clone(facts), s.late
	}
	return outs, true
}

// leads reports whether values lead to objects of a cache, or to copies of them.
func (w *walk) leads(s *state, vals []value) bool {
	seen := make(map[int]bool)
	for _, v := range vals {
		if v.kind == shared || v.kind == content {
			return true
		}
		s.reach(v, seen)
		if v.kind == structure && v.tree.leads() || v.kind == function && w.leads(s, v.fn.free) {
			return true
		}
	}
	for m := range seen {
		if w.mems[m].root != 0 || s.heap[m].leads() {
			return true
		}
	}
	return false
}

// leads reports whether a tree holds something of an object of a cache.
func (t *tree) leads() (yes bool) {
	t.each(func(v value) {
		yes = yes || v.kind == shared || v.kind == content || v.kind == structure && v.tree.leads()
	})
	return yes
}

// runs interprets functions that run a function argument before they return.
func (w *walk) runs(s *state, instr *ssa.Call, fn *types.Func) ([]*state, bool) {
	args := calls.Operands(&instr.Call)
	for _, run := range clientgo.RunnersOf(fn) {
		if run.Param < 0 || run.Path != "" || run.Mode != clientgo.Now && run.Mode != clientgo.Once {
			continue
		}
		i := run.Param
		if fn.Signature().Recv() != nil {
			i++
		}
		if i >= len(args) {
			continue
		}
		f := w.value(s, args[i])
		if f.kind != function {
			continue
		}
		if !w.leads(s, f.fn.free) {
			continue
		}
		outs, ok := w.enterCall(s, instr, f.fn, make([]value, len(f.fn.fn.Params)))
		if !ok {
			continue
		}
		states := []*state{}
		for _, o := range outs {
			o.state.set(instr, value{})
			states = append(states, o.state)
		}
		return states, len(states) > 0
	}
	return nil, false
}

// assert interprets a type assertion.
func (w *walk) assert(s *state, i *ssa.TypeAssert) []*state {
	v := w.value(s, i.X)
	if v.kind == shared && len(v.path) == 0 && !types.IsInterface(i.AssertedType) {
		o := w.objs[v.id]
		if o.typ != nil && !types.IsInterface(o.typ) && !types.Identical(o.typ, i.AssertedType) {
			v = value{} // it is another type
		}
		if o.param == 0 && (o.typ == nil || types.IsInterface(o.typ)) {
			o.source.Type = o.asked.Add(i)
		}
	}
	if !i.CommaOk {
		s.set(i, v)
		return []*state{s}
	}
	no := s.clone()
	s.set(i, value{kind: tuple, tuple: []value{v, {kind: literal, is: "true"}}})
	no.set(i, value{kind: tuple, tuple: []value{{}, {kind: literal, is: "false"}}})
	return []*state{no, s}
}
