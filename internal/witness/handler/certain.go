package handler

import (
	"slices"

	"github.com/informerlint/informerlint/internal/handlers/interp"
)

// certain looks for a Delete function that panics with every tombstone, at an
// assertion that fails, where its ways with an object are too many. Those of Add and
// Update may be as well: what was not followed is taken to return. No fix holds in
// such a group, for it would have to do what is done for an object.
func (d *deletion) certain() bool {
	if d.dead.Cut || d.accepts.Exists || !d.live.Cut || len(d.dead.All) == 0 {
		return false
	}
	for _, w := range d.dead.All {
		if w.End != interp.Panics || w.Guessed || !slices.ContainsFunc(w.Events, func(e interp.Event) bool { return e.Kind == interp.Failed && e.Pos == w.At }) {
			return false
		}
	}
	return true
}
