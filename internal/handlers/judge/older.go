package judge

import (
	"slices"

	"github.com/informerlint/informerlint/internal/handlers/hop"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
)

// older: see Tomb.Older. With the object unwrapped in front, a deletion that was lost
// would become an update of what is gone, so that no edit of the handler alone is right.
// A panic is worse than that.
func older(p *resolve.Package, t *Tomb) bool {
	return t.Kind == Dropped && slices.ContainsFunc(t.Lost, func(e *interp.Effect) bool {
		return e.Queue && !e.OwnKey && hop.Find(p.Functions()).AsksDeleted(e.To)
	})
}
