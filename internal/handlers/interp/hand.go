package interp

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/sole"
	"github.com/informerlint/informerlint/internal/handlers/value"
)

// method returns the method that a call through an interface comes to, if it
// gets an object and the type behind the interface is known: that of this value,
// or the only one there is.
func (x *site) method() *ssa.Function {
	if !slices.ContainsFunc(x.args, func(a value.Value) bool { return a.Whole() || a.Left() }) {
		return nil
	}
	typ := x.recv.Type
	if x.uid || x.recv.Kind != value.NonNil || typ == nil {
		if typ = x.in.sole(x.c.Value); typ == nil {
			return nil
		}
	}
	m := x.in.pkg.Prog.LookupMethod(typ, x.fn.Pkg(), x.fn.Name())
	if m == nil || len(m.Blocks) == 0 {
		return nil
	}
	return m
}

// unknown interprets a call of which nothing is known but what it is given.
func (x *site) unknown() []*state {
	s, given := x.s, append([]value.Value{x.recv}, x.args...)
	x.GaveUp = x.GaveUp || x.s.Lends(x.fn, x.args)
	// What returns something may call a function not at all, or more than once.
	if x.fn != nil && clientgo.Quiet(x.fn) && !clientgo.RunsLater(x.fn) || x.result != nil && len(*x.result.Referrers()) > 0 {
		return x.gives(x.opaque())
	}
	if after, followed := x.later(x.fr, x.instr, given, s); followed {
		return after
	}
	x.gives(x.opaque())
	return x.worker(x.fr, x.instr, s)
}

// later runs the functions that are handed to something unknown with an object
// in them: a task that is pushed to a queue is a part of the handler. What gets
// the tombstone itself as well may know that it is one, and not call them. What
// they do to two UIDs is not asked. Followed is set if there are such functions:
// then to hand them over is no work in itself.
func (t *Trail) later(fr *Frame, instr ssa.Instruction, given []value.Value, s *state) (states []*state, followed bool) {
	states = []*state{s}
	if t.uid || t.Direct || fr.Depth >= maxDepth || slices.ContainsFunc(given, value.Value.Whole) {
		return states, false
	}
	for _, task := range s.Tasks(given) {
		fn := task.Ref.(*ssa.Function)
		if len(fn.Blocks) == 0 || fr.Runs(fn) || !task.Settled(instr) {
			continue
		}
		var next []*state
		for _, s := range states {
			next = append(next, s.goOn(t.call(&Frame{Fn: fn, Call: instr, Up: fr, Depth: fr.Depth + 1, Worker: fr.Worker}, nil, task.Elems, s))...)
		}
		states, followed = next, true
	}
	return states, followed
}

// sole returns the one type that a value of an interface can have, nil if that is
// not known.
func (in *Machine) sole(v ssa.Value) types.Type {
	if in.impls == nil {
		in.impls = sole.In(in.fns)
	}
	one, from := in.impls.Of(in.pkg.Pkg, v)
	for _, fn := range from {
		in.need(fn)
	}
	return one
}
