package interp

import (
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

// A method that makes an informer, keeps it in a hidden field of its receiver and
// takes it from there is as good as one that keeps it in a variable, if nothing
// else fills the field: what it finds there is its own. The same holds for a
// variable of the package. Which these are is known when all has been followed; then
// it is followed once more, with that.
//
// Whoever calls the root may do so again and again, and what fills the place only at times
// leaves there what an earlier call has made, which may have been started and awaited
// since. So it has to be filled whenever the root is called, or the root is main, or it
// runs from there on until it is told to stop: then what an earlier call has left is
// stopped, too.

// fill is a place outside that the root's program fills, and nothing else.
type fill struct {
	param  int    // an object that the root is given
	field  string // of it
	global string // or a variable
}

// fills notes that a function of the root's program stores something into a place
// outside that nothing else fills.
func (in *Interpretation) fills(f *Frame, ins *ir.Instr, a Value, vs Values) {
	o := in.objs[a.Obj]
	if len(vs) == 0 || !in.given(o) {
		return
	}
	by := in.set.Fills(o.Typ, o.global+a.Key)
	if by == "" || by != ir.Outer(f.Fn.Key) || !in.surely(f, ins) {
		return
	}
	at := fill{param: a.Obj, field: a.Key}
	if o.global != "" {
		at = fill{global: o.global}
	}
	if !slices.Contains(in.fresh, at) {
		in.fresh = append(in.fresh, at)
	}
}

// given: the object is one that the root is given, or a variable.
func (in *Interpretation) given(o *Object) bool {
	return o.origin == oOpen && o.depth == 0 && (o.global != "" || o.Typ != "")
}

// knowing is an interpretation that knows which places are filled by the program
// itself.
func (in *Interpretation) knowing() *Interpretation {
	again := newInterpretation(in.by, in.root.Fn)
	again.filled = make(map[loc]bool)
	for _, at := range in.fresh {
		if at.global != "" {
			at.param = again.globalObject(at.global)
		}
		again.filled[loc{at.param, at.field}] = true
	}
	return again
}

// Fills: places outside are followed that the program itself fills.
func (in *Interpretation) Fills() bool { return len(in.filled) > 0 }

// surely: an instruction is executed whenever the root is called, if nothing fails; or
// the root is not called a second time while that matters.
func (in *Interpretation) surely(f *Frame, ins *ir.Instr) bool {
	lasting := in.lasting(f, ins)
	for {
		if !in.isMain() && (!lasting && !f.Fn.Sure(ins) || ins.Op == ir.OpRun && clientgo.Mode(ins.Mode) == clientgo.Once || ins.Op == ir.OpCall && ir.CallMode(ins.Mode) == ir.CallDefer) {
			return false
		}
		switch t := f.thread; {
		case f.parent != nil:
			f, ins = f.parent, f.call
		case t.id == 0:
			return true
		case t.Mode == clientgo.Later || t.from == nil:
			return false
		default:
			f, ins = t.from, t.ins
		}
	}
}

// lasting: when the root has come to an instruction, it ends only when it is told to.
func (in *Interpretation) lasting(f *Frame, ins *ir.Instr) bool {
	for f.parent != nil || f.thread.id != 0 {
		if f.parent != nil {
			f, ins = f.parent, f.call
			continue
		}
		if f.thread.from == nil {
			return false
		}
		f, ins = f.thread.from, f.thread.ins
	}
	return f.Fn == in.root.Fn && f.Fn.Lasting(ins)
}

// isMain: the root is the main function, which is called once.
func (in *Interpretation) isMain() bool {
	return in.set.IsMain() && strings.HasSuffix(in.root.Fn.Key, ".main") && in.root.Fn.Params == 0
}

// again reports whether a function that may reach an object's hidden fields is the root,
// or what fills one of them for the root. That somebody calls it a second time is
// another story. In programs with marks the root is one call whatever it fills: who
// registers a handler by a method does so once for each object.
func (in *Interpretation) again(obj int, fn string) bool {
	o := in.objs[obj]
	if in.hollow != nil && fn == in.root.Fn.Key && in.given(o) {
		return true
	}
	if len(in.filled) == 0 || !in.given(o) {
		return false
	}
	for l := range in.filled {
		if l.obj == obj && (fn == in.root.Fn.Key || fn == in.set.Fills(o.Typ, o.global+l.path)) {
			return true
		}
	}
	return false
}

// private: a function is the root's own: nothing else leads to it.
func (in *Interpretation) private(key string) bool {
	if key == in.root.Fn.Key {
		return true
	}
	if v, ok := in.owned[key]; ok {
		return v
	}
	if in.owned == nil {
		in.owned = make(map[string]bool)
	}
	in.owned[key] = false // while it is looked at
	fn := in.set.Lookup(key)
	if fn == nil || fn.Exported && !in.set.IsMain() || fn.Test {
		return false
	}
	by := in.by.mentions(key)
	in.owned[key] = len(by) > 0 && !slices.ContainsFunc(by, func(who string) bool { return !in.private(who) })
	return in.owned[key]
}

// Alone: nobody but the root's program gets at a place: it is in an object that was
// made there, or a variable of which all that refer to it are main's own.
func (in *Interpretation) Alone(v Value) bool {
	o := in.objs[v.Obj]
	if v.Kind != VLoc || o.Weak {
		return false
	}
	if o.global == "" {
		return o.IsPlain()
	}
	users, all := in.set.Users(o.global)
	return all && in.isMain() && !slices.ContainsFunc(users, func(who string) bool { return !in.private(who) })
}

// mentions are the functions of the package that lead to another one.
func (by *Interpreter) mentions(key string) []string {
	if by.mentioned == nil {
		by.mentioned = make(map[string][]string)
		for _, fn := range by.set.Fns() {
			for ins := range fn.Instrs() {
				for _, m := range ins.Mentions() {
					if who, m := ir.Outer(fn.Key), ir.Outer(m); who != m && !slices.Contains(by.mentioned[m], who) {
						by.mentioned[m] = append(by.mentioned[m], who)
					}
				}
			}
		}
	}
	return by.mentioned[key]
}
