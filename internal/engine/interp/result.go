package interp

import (
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/engine/ir"
)

// Top is the frame of the root function.
func (in *Interpretation) Top() *Frame { return in.root }

// Threads are those that begin, by their number; the first is that of the root.
func (in *Interpretation) Threads() []*Thread { return in.threads }

// Object returns an object by its number.
func (in *Interpretation) Object(id int) *Object { return in.objs[id] }

// Made are the numbers of the factories and informers that the program makes.
func (in *Interpretation) Made() (out []int) {
	for _, o := range in.objs {
		if o.IsFactory() || o.IsInformer() {
			out = append(out, o.ID)
		}
	}
	return out
}

// Entered: a function, or a closure in it, has a frame.
func (in *Interpretation) Entered(fn *ir.Fn) bool { return in.seen[ir.Outer(fn.Key)] }

// Unknown: something that an instruction calls is not followed.
func (in *Interpretation) Unknown(f *Frame, ins *ir.Instr) bool { return in.unknown[f][ins] }

// Bound is the instruction that made the closure that the frame runs.
func (in *Interpretation) Bound(f *Frame) (*Frame, *ir.Instr) {
	if f.fn.Kind != VFunc || f.fn.Obj < 0 {
		return nil, nil
	}
	o := in.objs[f.fn.Obj]
	return o.frame, o.ins
}

// Maker is where an object was made.
func (in *Interpretation) Maker(obj int) (*Frame, *ir.Instr) {
	o := in.objs[obj]
	return o.frame, o.ins
}

// Load is what is stored at a place below a value.
func (in *Interpretation) Load(v Value, below string) Values {
	if v.Kind != VLoc {
		return nil
	}
	path := v.Key
	for _, name := range strings.Split(below, ".") {
		if name != "" {
			path = join(path, name)
		}
	}
	return in.load(loc{v.Obj, path})
}

// ValuesOf are what a register of a function may hold, in any of its calls.
func (in *Interpretation) ValuesOf(fn *ir.Fn, r ir.Reg) Values {
	var vs Values
	for _, f := range in.frames {
		if f.Fn == fn {
			vs.AddAll(f.Get(r))
		}
	}
	return vs
}

// Held returns the name of the one structure field that holds a factory or
// stand-alone informer, or a factory's informer of a resource.
func (in *Interpretation) Held(obj int, key string) string {
	name := ""
	for holder := range in.heap {
		for _, c := range in.heap[holder].all {
			if c.path == "" || strings.ContainsAny(c.path, ".[") || in.objs[holder].Typ == "" {
				continue
			}
			if slices.ContainsFunc(c.vals, func(v Value) bool {
				return v.Obj == obj && (v.Kind == VInformer && v.Key == key || v.Kind == VLoc && key == "")
			}) {
				if name != "" && name != c.path {
					return ""
				}
				name = c.path
			}
		}
	}
	return name
}
