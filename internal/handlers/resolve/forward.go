package resolve

import (
	"slices"

	"golang.org/x/tools/go/ssa"

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
		seen := make(map[ssa.Value]bool)
		if g.Update != nil {
			t := r.in.RunUpdate(g.Update, false)
			for _, f := range t.Forwards {
				r.forwarded(f, f.Flags&(interp.SawUID|interp.OnNew|interp.OnOld) != 0)
				seen[f.Callee] = true
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
	for _, o := range r.trace(f.Callee, 0) {
		switch {
		case o.param != nil:
			if _, known := r.params[o.param]; !known {
				r.params[o.param] = Sink{Role: role, Style: clientgo.Untyped, Open: open}
				r.grown = true
			}
		case o.field != "":
			if _, known := r.fields[o.field]; !known {
				r.fields[o.field] = Sink{Name: o.field, Role: role, Style: clientgo.Untyped, Open: open}
				r.grown = true
			}
		}
	}
}
