package order

import (
	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/fix/outcome"
	"github.com/informerlint/informerlint/internal/gate"
	"github.com/informerlint/informerlint/internal/report"
)

// A Style case is a claim about how something is written: no run fails. A fix
// makes it go away, and leaves alone what the program does to its informers. It
// makes the same calls in the same order.
type Style struct {
	Package *engine.Package
	// Count says how many such places a package has, by the check's own rules.
	Count func(*engine.Package, *analysis.Pass) int
	// Alike: as long as nothing is stopped, the program has to do the very same.
	// Otherwise no run may go wrong, or get less far, that did not before.
	Alike bool
}

// Witness returns nil, for there is nothing to run.
func (c *Style) Witness() (*report.Witness, string) { return nil, "there is nothing to run" }

// Beside: what is done, and in which order, has to be as it was, and nothing else.
func (c *Style) Beside() gate.Case { return nil }

// Holds says what is wrong with a fix.
func (c *Style) Holds(e *gate.Edited) string {
	fixed, why := follow(e)
	if why != "" {
		return why
	}
	if why := fixed.fresh(c.Package, nil); why != "" {
		return why
	}
	if !outcome.SameCalls(c.Package.Pass(), e.Pass) {
		return "with it, the program calls something else, or in another order"
	}
	all := 0
	for _, other := range e.Cases {
		if s, ok := other.(*Style); ok && s.Alike == c.Alike {
			all++
		}
	}
	if c.Count(fixed.pkg, e.Pass) > c.Count(c.Package, c.Package.Pass())-all {
		return "with it, the check still sees the defect"
	}
	if c.Alike {
		if was, is := outcome.GoOn(c.Package.Pass(), e.Pass); is > was-all {
			return "with it, it still makes no difference whether the wait was stopped"
		}
	}
	if !c.Alike && outcome.Hangs(c.Package.Pass(), e.Pass, nil) {
		return hang
	}
	before, after := byID(c.Package.Told()), byID(fixed.pkg.Told())
	for id, was := range before {
		if text(was) == text(after[id]) {
			continue
		}
		if c.Alike {
			return "with it, the program does something else to its informers"
		}
		if tryAll(was).why == "" {
			if why := right(was, after[id]); why != "" {
				return why
			}
		}
	}
	return fixed.worse(c.Package)
}
