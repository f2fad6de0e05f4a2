package judge

import (
	"go/token"
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
)

// askedSteps limits which functions are run where Tombs sees nothing in them. To follow
// the ways of one that works on the spot can take as long as all else.
const askedSteps = 150

// asks reports whether it is worth a run to see what a tombstone comes to, if all that
// is done is the same: some way does not expect it, they are short enough, and none does
// something else for it.
func asks(live, dead *interp.Trail) bool {
	return !more(live, dead) && live.Steps+dead.Steps <= askedSteps && len(live.Effects) > 0 &&
		slices.ContainsFunc(dead.Misses, func(m interp.Miss) bool { return m.Kind != interp.MissSeen })
}

// Shown makes a Tomb of a way of Delete that a run has shown: at is where it does not
// expect the tombstone, and lost the key of the work that it leaves undone. Tombs has
// seen that work done for a tombstone, on another way.
func Shown(p *resolve.Package, g *registered.Group, at token.Pos, lost string) *Tomb {
	live, dead := p.Machine.RunBoth(g.Delete)
	i := slices.IndexFunc(dead.Misses, func(m interp.Miss) bool { return m.Kind != interp.MissSeen && m.Frame.Pos(m.Instr) == at })
	e := live.Effects[lost]
	if i < 0 || e == nil {
		return nil
	}
	m, kind := culprit(dead.Misses[i : i+1])
	if m == nil {
		return nil
	}
	t := newTomb(g, g.Delete, clientgo.OnDelete, *m, []*interp.Effect{e}, live)
	t.Kind, t.Lost, t.Partial = kind, []*interp.Effect{e}, true
	if len(elsewhere(p, g, []*Tomb{t})) == 0 {
		return nil
	}
	return t
}
