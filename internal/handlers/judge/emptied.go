package judge

import (
	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/registered"
)

// emptied reports whether Delete does for a tombstone what it does for an object, with
// nothing of either in it: the object was recovered, and then the nil was given on that
// the assertion before has left.
//
// So whoever gets it cannot know what was deleted. It could still look at everything
// there is, which is why anything done for no object in particular keeps it silent: that
// may be the look. So does whatever shows something unknown a part of the tombstone.
func emptied(live, dead *interp.Trail) bool {
	if dead.Shown || len(live.Effects) == 0 || assertion(dead) == nil {
		return false
	}
	some := false
	for key, e := range live.Effects {
		d := dead.Effects[key]
		if d == nil || e.From == 0 && !e.Lesser || e.From != 0 && !d.Empty {
			return false
		}
		some = some || e.From != 0
	}
	return some
}

// empty reports whether nil was given on in place of the object, on any way.
func empty(dead *interp.Trail) bool {
	for _, e := range dead.Effects {
		if e.Empty {
			return true
		}
	}
	return false
}

// assertion is the one that has left the nil: the first that failed.
func assertion(dead *interp.Trail) *interp.Miss {
	for i := range dead.Misses {
		if m := &dead.Misses[i]; m.Kind == interp.MissAssert && !m.After {
			return m
		}
	}
	return nil
}

// nilPassed places the report where the assertion is: the function looks for tombstones
// itself, so that it is the one to change, whoever else calls it.
func nilPassed(g *registered.Group, f *registered.Func, role clientgo.HandlerRole, live, dead *interp.Trail) *Tomb {
	m, lost := *assertion(dead), effectsOf(live)
	m.Kind = interp.MissPointer // which is not the handler's either
	t := newTomb(g, f, role, m, lost, live)
	t.Kind, t.Lost, t.Emptied = Mishandled, lost, true
	return t
}
