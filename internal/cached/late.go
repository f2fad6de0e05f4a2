package cached

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/cached/form"
)

// A deferred is a call that a function makes when it ends: its arguments are those
// of the statement.
type deferred struct {
	instr *ssa.Defer
	fn    value
	args  []value
	not   bool // it is not followed: what it has is not known after it
}

// postpone notes a deferred call. One in a loop, which is made once for each round,
// is not followed.
func (w *walk) postpone(s *state, instr *ssa.Defer) {
	d := &deferred{instr: instr, fn: w.value(s, instr.Call.Value)}
	for _, a := range instr.Call.Args {
		d.args = append(d.args, w.value(s, a))
	}
	if slices.ContainsFunc(s.late, func(o *deferred) bool { return o.instr == instr }) {
		w.forgetAll(s, d.fn, d.args)
		return
	}
	d.not = !form.Settled(instr)
	s.late = append(slices.Clip(s.late), d)
}

// runDefers makes the deferred calls, the last one first.
func (w *walk) runDefers(s *state) []*state {
	late := s.late
	s.late = nil
	states := []*state{s}
	for _, d := range slices.Backward(late) {
		var next []*state
		for _, s := range states {
			if d.not {
				w.forgetAll(s, d.fn, d.args)
				next = append(next, s)
				continue
			}
			next = append(next, w.later(s, d.instr, d.fn, d.args)...)
		}
		states = next
	}
	return states
}

// spawn begins a goroutine. What it changes it changes at some time: it is
// followed at once, if that cannot be told from later. What it may do with memory
// of this function, and when, is not known.
func (w *walk) spawn(s *state, instr *ssa.Go) []*state {
	fn := w.value(s, instr.Call.Value)
	args := make([]value, len(instr.Call.Args))
	for i, a := range instr.Call.Args {
		args[i] = w.value(s, a)
	}
	states := []*state{s}
	if form.Settled(instr) {
		states = w.later(s, instr, fn, args)
	}
	for _, s := range states {
		w.forgetAll(s, fn, args)
	}
	return states
}

// later makes a call whose results nobody gets.
func (w *walk) later(s *state, instr ssa.CallInstruction, fn value, args []value) []*state {
	if fn.kind == function && w.m.form(fn.fn.fn) != nil {
		if w.m.calls.Inert(fn.fn.fn) {
			return []*state{s}
		}
		if outs, ok := w.enterCall(s, instr, fn.fn, args); ok {
			w.agree(s, args, outs)
			states := make([]*state, len(outs))
			for i, o := range outs {
				states[i] = o.state
			}
			return states
		}
	}
	w.forgetAll(s, fn, args)
	return []*state{s}
}

func (w *walk) forgetAll(s *state, fn value, args []value) {
	w.forget(s, fn)
	for _, a := range args {
		w.forget(s, a)
	}
}
