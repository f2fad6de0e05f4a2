package resolve

import (
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/registered"
)

// forwards runs the functions that were found, to see which function values
// and interfaces they pass the objects on to: these are handlers, too.
func (r *resolver) forwards() {
	for _, key := range slices.Clone(r.order) {
		g := r.groups[key]
		if g.Style != clientgo.Untyped {
			continue
		}
		r.plumbed(key, g)
		if g.Update != nil {
			for _, f := range r.forwardsOf(g.Update, func(f *registered.Func) *interp.Trail { return r.in.RunUpdate(f, false) }) {
				r.forwarded(f, f.Flags&(interp.SawUID|interp.Sought|interp.OnNew|interp.OnOld) != 0)
			}
		}
		if g.Delete != nil {
			for _, f := range r.forwardsOf(g.Delete, r.in.RunTombstone) {
				r.forwarded(f, true)
			}
		}
	}
}

// forwardsOf runs a function in the first round that has it: it does the same in
// those that follow. What only a branch hands on that may have told tombstones apart, by
// reflect, is not known to get one.
func (r *resolver) forwardsOf(f *registered.Func, run func(*registered.Func) *interp.Trail) []interp.Forward {
	out, ok := r.ran[f]
	if !ok {
		out = slices.DeleteFunc(run(f).Forwards, interp.Forward.Guessed)
		r.ran[f] = out // no function is in two roles: fill is given a new one each time
	}
	return out
}

func (r *resolver) forwarded(f interp.Forward, open bool) {
	role := f.Role
	if f.Method != "" {
		role = clientgo.Whole
	}
	s := Sink{Role: role, Style: clientgo.Untyped, Open: open, Args: f.Args}
	for _, o := range r.trace(f.Callee, 0) {
		switch {
		case o.param != nil:
			r.learnParam(o.param, s)
		case o.field != "":
			r.learnField(o.field, s)
		}
	}
}
