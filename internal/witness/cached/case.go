package cached

import (
	"go/token"
	"slices"

	"github.com/informerlint/informerlint/internal/cached/track"
	"github.com/informerlint/informerlint/internal/gate"
	"github.com/informerlint/informerlint/internal/report"
)

// A Case is a claim that a way changes an object of the cache.
type Case struct {
	Fset *token.FileSet
	Way  *track.Way
	// Before are all ways of the function from the source to a write, as Ways
	// finds them after a fix; if there are none, Way alone.
	Before []*track.Way
	// Ways finds the ways of the same function from the same source in a package
	// with a fix, or says why it cannot. A way without a write is not among
	// them.
	Ways func(*gate.Edited) (ways []*track.Way, why string)
	// Also are the cases of other sources whose objects the same statement changes.
	// They have no witness of their own, but must hold too.
	Also []*Case
}

// Witness returns a simple failing run.
func (c *Case) Witness() (*report.Witness, string) {
	v := Run(unkept(c.Way))
	return v.Witness(c.Fset), v.Why
}

// unkept is a way without what is asked of fixes only: that somebody has the object.
func unkept(w *track.Way) *track.Way {
	out := *w
	out.Steps = slices.DeleteFunc(slices.Clone(w.Steps), func(s track.Step) bool { return s.Act == track.Keep })
	return &out
}

// Beside: what the fix is not for has to be as it was, and nothing else.
func (c *Case) Beside() gate.Case { return nil }

// Holds says what is wrong in a package in which the case is fixed: the ways
// must do to copies what they did to the object of the cache, in all runs.
func (c *Case) Holds(e *gate.Edited) string {
	after, why := c.Ways(e)
	if why == "" {
		before := c.Before
		if len(before) == 0 {
			before = []*track.Way{c.Way}
		}
		why = right(before, after)
	}
	if why != "" {
		return "with it, " + why
	}
	for _, also := range c.Also {
		if why := also.Holds(e); why != "" {
			return why
		}
	}
	return ""
}
