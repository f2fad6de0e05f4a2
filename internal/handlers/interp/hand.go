package interp

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// Args are the arguments of a call that hands an object on: objectArg, a
// constant after an equals sign, or nothing that is known. A function for all
// notifications is told by a constant which one it gets.
type Args []string

const objectArg = "object"

func argsOf(args []val) Args {
	out := make(Args, len(args))
	for i, a := range args {
		switch {
		case a.k == tomb || a.k == object:
			out[i] = objectArg
		case a.k == text:
			out[i] = "=" + a.part
		}
	}
	return out
}

// apply sets what the parameters of a function get, from first on.
func (a Args) apply(args []val, first int, obj val) {
	for i, arg := range a {
		if at := first + i; at < len(args) {
			args[at] = val{}
			if arg == objectArg {
				args[at] = obj
			} else if part, ok := strings.CutPrefix(arg, "="); ok {
				args[at] = val{k: text, part: part}
			}
		}
	}
}

// given evaluates an argument: constants are known there, so that a function
// that several notifications share does what it does for this one.
func (s *state) given(v ssa.Value) val {
	if c, ok := v.(*ssa.Const); ok && c.Value != nil {
		if b, ok := c.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsBoolean == 0 {
			return val{k: text, part: c.Value.ExactString()}
		}
	}
	return s.eval(v)
}

// kept is what a store puts into a variable. In a structure that may hold an
// object, constants say what is to be done with it.
func (s *state) kept(i *ssa.Store) val {
	if f, ok := i.Addr.(*ssa.FieldAddr); ok && len(interfaces(ssautil.Deref(f.X.Type()))) > 0 {
		return s.given(i.Val)
	}
	return s.eval(i.Val)
}

// implementing returns the type of what becomes an interface, if its methods
// are in this package.
func implementing(i *ssa.MakeInterface) types.Type {
	named, ok := types.Unalias(ssautil.Deref(i.X.Type())).(*types.Named)
	if !ok || i.Parent().Pkg == nil || named.Obj().Pkg() != i.Parent().Pkg.Pkg || clientgo.IsAny(i.Type()) || ssautil.IsError(i.Type()) {
		return nil
	}
	return i.X.Type()
}

// method returns the method that a call through an interface comes to, if it
// gets an object and the type behind the interface is known.
func (x *site) method() *ssa.Function {
	if x.uid || x.recv.k != nonNil || x.recv.typ == nil || !slices.ContainsFunc(x.args, func(a val) bool { return a.k == tomb || a.k == object }) {
		return nil
	}
	m := x.in.pkg.Prog.LookupMethod(x.recv.typ, x.fn.Pkg(), x.fn.Name())
	if m == nil || len(m.Blocks) == 0 {
		return nil
	}
	return m
}

// unknown interprets a call of which nothing is known but what it is given.
func (x *site) unknown() []*state {
	s, given := x.s, append([]val{x.recv}, x.args...)
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
func (t *Trail) later(fr *Frame, instr ssa.Instruction, given []val, s *state) (states []*state, followed bool) {
	states = []*state{s}
	if t.uid || t.direct || fr.depth >= maxDepth || slices.ContainsFunc(given, func(a val) bool { return a.k == tomb || a.k == object }) {
		return states, false
	}
	for _, task := range tasks(given, s) {
		fn := task.ref.(*ssa.Function)
		if len(fn.Blocks) == 0 || recursive(fr, fn) || !settled(task, instr) {
			continue
		}
		var next []*state
		for _, s := range states {
			next = append(next, s.goOn(t.call(&Frame{Fn: fn, Call: instr, Up: fr, depth: fr.depth + 1, Worker: fr.Worker}, nil, task.elems, s))...)
		}
		states, followed = next, true
	}
	return states, followed
}

// goOn returns the states in which it goes on after a call that ends in several
// ways.
func (s *state) goOn(ends []End) (out []*state) {
	for _, e := range ends {
		after := s.clone()
		after.mem, after.flags, after.past = e.mem, e.Flags, e.past
		out = append(out, after)
	}
	return out
}

// tasks are the closures among values, and in structures that these point to,
// that have captured an object.
func tasks(given []val, s *state) (out []val) {
	keep := func(v val) {
		if v.k == closure && slices.ContainsFunc(v.elems, s.holds) {
			out = append(out, v)
		}
	}
	for _, v := range given {
		keep(v)
		if v.k == pointer {
			for p, part := range s.mem {
				if p.ref == v.ref && p.path != v.path && strings.HasPrefix(p.path, v.path) {
					keep(part)
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b val) int { return int(a.ref.Pos() - b.ref.Pos()) })
	return out
}

// holds reports whether a captured value is an object or tombstone, or a
// variable with one in it.
func (s *state) holds(v val) bool {
	if v.k == pointer {
		v = s.load(v)
	}
	return v.k == object || v.k == tomb
}

// settled reports whether no variable that a closure has captured is assigned
// after it is handed over: what it finds in them later is what is in them now.
func settled(task val, at ssa.Instruction) bool {
	for _, v := range task.elems {
		if v.k != pointer || v.ref.Parent() != at.Parent() {
			continue
		}
		for _, ref := range *v.ref.Referrers() {
			if st, ok := ref.(*ssa.Store); ok && st.Addr == v.ref && ssautil.Reaches(at, st) {
				return false
			}
		}
	}
	return true
}
