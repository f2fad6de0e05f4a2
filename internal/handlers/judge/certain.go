package judge

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/registered"
)

// certain returns the assertion at which a Delete function panics with every
// tombstone. That is known where what it does with an object is too much to follow: a
// handler that reconciles on the spot. Other ways to end the process may be the same
// for an object; an unchecked assertion to the type of objects is not.
func certain(g *registered.Group, live, dead *interp.Trail) []*Tomb {
	if g.Process || g.Filter != nil || dead.GaveUp || slices.ContainsFunc(dead.Ends, func(e interp.End) bool { return e.Flags&interp.Odd == 0 }) {
		return nil
	}
	var at *interp.Miss
	for i, m := range dead.Misses {
		switch _, asserts := m.Instr.(*ssa.TypeAssert); {
		case m.Kind == interp.MissAssert:
		case m.Kind != interp.MissPanic || !asserts || m.After:
			return nil
		case at == nil:
			at = &dead.Misses[i]
		}
	}
	if at == nil {
		return nil
	}
	t := newTomb(g, g.Delete, clientgo.OnDelete, *at, nil, live)
	t.Kind = Unchecked
	return []*Tomb{t}
}
