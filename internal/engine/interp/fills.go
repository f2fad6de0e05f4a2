package interp

import (
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

// A method that makes an informer, keeps it in a hidden field of its receiver and
// takes it from there is as good as one that keeps it in a variable, if nothing
// else fills the field: what it finds there is its own. Which fields these are is
// known when all has been followed; then it is followed once more, with that.

// fills notes that a function of the root's program stores something into a hidden
// field of one of the root's parameters, which nothing else fills.
func (in *Interpretation) fills(f *Frame, a Value, vs Values) {
	o := in.objs[a.Obj]
	if len(vs) == 0 || !in.parameter(o) {
		return
	}
	if by := in.set.Fills(o.Typ, a.Key); by == "" || by != ir.Outer(f.Fn.Key) || f.atSomeTime() {
		return
	}
	l := loc{a.Obj, a.Key}
	if in.fresh == nil {
		in.fresh = make(map[loc]bool)
	}
	in.fresh[l] = true
}

// parameter: the object is one that the root is given.
func (in *Interpretation) parameter(o *Object) bool {
	return o.origin == oOpen && o.depth == 0 && o.global == "" && o.Typ != ""
}

// atSomeTime: the frame runs in a thread of which nobody knows when it begins, or in one
// that such a thread begins.
func (f *Frame) atSomeTime() bool {
	for t := f.thread; t.id != 0; t = t.from.thread {
		if t.Mode == clientgo.Later || t.from == nil {
			return true
		}
	}
	return false
}

// again reports whether a method of a parameter is the root, or what fills one of
// its fields for the root. That somebody calls it a second time is another story.
func (in *Interpretation) again(self Value, method string) bool {
	if len(in.filled) == 0 || !in.parameter(in.objs[self.Obj]) {
		return false
	}
	for l := range in.filled {
		if l.obj == self.Obj && slices.Contains([]string{in.root.Fn.Key, in.set.Fills(in.objs[l.obj].Typ, l.path)}, method) {
			return true
		}
	}
	return false
}
