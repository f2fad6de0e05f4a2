package interp

import (
	"go/token"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

// stored: a value was stored into a place. If the place is outside, others may
// reach it there: by an exported field anybody, by a hidden one the functions
// that touch it.
func (in *Interpretation) stored(f *Frame, ins *ir.Instr, a Value, vs Values) {
	a = in.held(a)
	o := in.objs[a.Obj]
	if o.origin != oOpen || in.set.Caches() && !in.holds(vs, true) {
		return
	}
	field := a.Key
	if i := strings.IndexAny(field, ".["); i >= 0 {
		field = field[:i]
	}
	if in.blunt {
		in.escapeAll(f, ins, vs)
		return
	}
	if o.global != "" {
		users, all := in.set.Users(o.global)
		if !all {
			in.escapeAll(f, ins, vs)
			return
		}
		for _, who := range users {
			if in.filled[loc{a.Obj, ""}] && in.private(who) || in.set.OfTest(who) && !in.root.Fn.Test {
				continue // what a test makes is no part of the program
			}
			in.spawnKey(f, ins, who, -1, Value{})
		}
		return
	}
	if o.Typ == "" || field == "" || token.IsExported(field) {
		in.escapeAll(f, ins, vs)
		return
	}
	// A hidden field: its package's functions may use it from now on.
	if !in.touch(f, ins, o.Typ, Value{VLoc, a.Obj, ""}) {
		in.escapeAll(f, ins, vs)
	}
}

// held is the place that decides who can reach what is stored at another one: an
// element of a map or slice that a hidden field has for its own is as hidden as
// the field.
func (in *Interpretation) held(a Value) Value {
	o := in.objs[a.Obj]
	if o.origin != oOpen || o.depth == 0 || !strings.HasPrefix(a.Key, "[*]") {
		return a
	}
	info := in.set.TypeInfo(in.objs[o.below.obj].Typ)
	if info == nil || !slices.Contains(info.Own, o.below.path) {
		return a
	}
	return Value{VLoc, o.below.obj, o.below.path + a.Key}
}

// touch lets the functions that reach into a type's hidden fields run at some
// time; false if one of them gets the object from where it cannot be seen.
func (in *Interpretation) touch(f *Frame, ins *ir.Instr, typ string, self Value) bool {
	at := in.place(f, ins)
	if at.touched.has(self.Obj) {
		return true
	}
	info := in.set.TypeInfo(typ)
	if info == nil {
		return false
	}
	ok, all, shown := true, true, false
	for _, t := range info.Touchers {
		if in.seen[t.Fn] && !in.later[t.Fn] || in.again(self.Obj, t.Fn) {
			all = false
			continue // it is part of this program already
		}
		if t.Param < 0 {
			ok = false
			continue
		}
		if in.summarized(t.Fn) {
			shown = true
			continue
		}
		in.spawnKey(f, ins, t.Fn, t.Param, self)
	}
	for _, m := range info.Methods {
		if in.again(self.Obj, m) {
			continue
		}
		if in.summarized(m) {
			shown = true
			continue
		}
		in.spawnKey(f, ins, m, 0, self)
	}
	if shown && in.objs[self.Obj].IsOpen() {
		in.escapeAll(f, ins, in.Shown(self))
	}
	if ok && all && !shown {
		at.touched.add(self.Obj) // once more it would do nothing
	}
	return ok
}

// escapeAll lets values leave. What a stranger can do with them is a matter of
// capability: with a function, call it; with an object, call its
// exported methods and use its exported fields; with a factory, start it.
func (in *Interpretation) escapeAll(f *Frame, ins *ir.Instr, vs Values) {
	if len(vs) == 0 {
		return
	}
	at, i := in.place(f, ins), -1
	for _, v := range vs {
		i = at.leaves(v, i+1)
		if at.left[i].when == in.version {
			continue
		}
		seen := in.visit()
		in.depth++
		in.escape(f, ins, v, seen)
		in.depth--
		at.left[i].when = in.version
	}
}

func (in *Interpretation) escape(f *Frame, ins *ir.Instr, v Value, seen *visit) {
	if !seen.first(v) {
		return
	}
	if in.set.Caches() && !in.goesOut(v) {
		return
	}
	switch v.Kind {
	case VFunc, VBound:
		in.spawn(f, ins, v, clientgo.Later, nil)
	case VLoc:
		o := in.objs[v.Obj]
		if o.origin == oFactory || o.origin == oInformer {
			return
		}
		if o.Typ != "" && v.Key == "" && o.origin == oPlain && !in.blunt {
			in.touch(f, ins, o.Typ, v)
		}
		for _, x := range in.Visible(v) {
			in.escape(f, ins, x, seen)
		}
	}
}

// Visible returns what a stranger can read from an object: its exported
// fields, elements, and all fields of a type whose functions are not known.
func (in *Interpretation) Visible(v Value) Values {
	in.reads(v.Obj)
	known := in.visible.of(v)
	if known.when != in.version {
		known.vs, known.when = in.look(v), in.version
	}
	return known.vs
}

// seeing is what could be read at a version.
type seeing struct {
	vs   Values
	when int
}

// sights are what can be seen of objects, and of their parts.
type sights struct {
	whole []seeing // by object
	parts map[Value]*seeing
}

func (s *sights) of(v Value) *seeing {
	if !v.whole() {
		if s.parts[v] == nil {
			if s.parts == nil {
				s.parts = make(map[Value]*seeing)
			}
			s.parts[v] = &seeing{when: -1}
		}
		return s.parts[v]
	}
	for v.Obj >= len(s.whole) {
		s.whole = append(s.whole, seeing{when: -1})
	}
	return &s.whole[v.Obj]
}

func (in *Interpretation) look(v Value) Values {
	out := in.looked[:0]
	o := in.objs[v.Obj]
	hidden := in.blunt || o.Typ == "" || in.leaky(o.Typ)
	for _, c := range in.cells(v.Obj).all {
		rest, ok := below(c.path, v.Key)
		if !ok {
			continue
		}
		if !hidden && !exportedPath(string(rest)) {
			continue
		}
		out.AddAll(c.vals)
		for _, src := range c.copies {
			out.Add(Value{VLoc, src.obj, src.path})
		}
	}
	in.looked = out
	return slices.Concat(out, in.Shown(v))
}

// leaky: functions reach into the type's hidden fields that get the object
// from where it cannot be seen, or nothing is known of the type.
func (in *Interpretation) leaky(typ string) bool {
	info := in.set.TypeInfo(typ)
	if info == nil {
		return true
	}
	for _, t := range info.Touchers {
		if t.Param < 0 && !in.seen[t.Fn] {
			return true
		}
	}
	return false
}

func exportedPath(rest string) bool {
	for part := range strings.FieldsFuncSeq(rest, func(r rune) bool { return r == '.' || r == '[' || r == '*' || r == ']' }) {
		if !token.IsExported(part) {
			return false
		}
	}
	return true
}

// Opens: the value is a place outside, and what is stored there can be read by
// strangers.
func (in *Interpretation) Opens(a Value) bool {
	if a.Kind != VLoc || !in.objs[a.Obj].IsOpen() {
		return false
	}
	if in.blunt {
		return true
	}
	a = in.held(a)
	o := in.objs[a.Obj]
	if o.global != "" {
		_, all := in.set.Users(o.global)
		return !all
	}
	if o.Typ == "" || a.Key == "" {
		return true
	}
	return exportedPath(a.Key) || in.leaky(o.Typ)
}
