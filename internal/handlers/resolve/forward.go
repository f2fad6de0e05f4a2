package resolve

import (
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/interp"
)

// forwards runs the functions that were found, to see which function values
// and interfaces they pass the objects on to: these are handlers, too.
func (r *resolver) forwards() {
	for _, key := range slices.Clone(r.order) {
		g := r.groups[key]
		if g.Style != clientgo.Untyped {
			continue
		}
		if g.Update != nil {
			t := r.in.RunUpdate(g.Update, false)
			for _, f := range t.Forwards {
				r.forwarded(f, f.Flags&(interp.SawUID|interp.OnNew|interp.OnOld) != 0)
			}
		}
		if g.Delete != nil {
			t := r.in.RunTombstone(g.Delete)
			for _, f := range t.Forwards {
				r.forwarded(f, true)
			}
		}
	}
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
