package judge

import (
	"slices"

	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/handlers/sweep"
)

// relisted reports whether all that is lost for a tombstone are entries of maps that
// somebody else goes through and holds against what there is: a resync is written for
// the very deletions that a handler does not hear of. Who only goes by age, or empties
// the map at the end, may do so for another reason, and does not count; nor does who
// looks something up beside that, and goes by age all the same.
func relisted(p *resolve.Package, g *registered.Group, lost []*interp.Effect) bool {
	if g.Delete == nil || slices.ContainsFunc(lost, func(e *interp.Effect) bool { return !e.Frees || e.Entry.Map == "" }) {
		return false
	}
	for _, fn := range p.Functions() {
		p.Machine.Need(fn)
	}
	own := asserted(g.Delete.Fn)
	// What only Delete leads to is done for objects only, as it is.
	free := p.Machine.Hops().Without(g.Delete.Fn)
	var maps []string
	for _, e := range lost {
		maps = append(maps, e.Entry.Map)
	}
	return !slices.ContainsFunc(lost, func(e *interp.Effect) bool {
		return !sweep.Decided(e.Entry.Map, maps, own, p.Functions(), free)
	})
}
