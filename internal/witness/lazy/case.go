package lazy

import (
	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/engine/judge"
	"github.com/informerlint/informerlint/internal/fix/try"
	"github.com/informerlint/informerlint/internal/gate"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/reference/explore"
	"golang.org/x/tools/go/analysis"
)

// A Case is a verdict about a cache.
type Case struct {
	Package *engine.Caches
	Verdict engine.CacheVerdict
}

// Witness returns a shortest failing run.
func (c *Case) Witness() (*report.Witness, string) { return Reproduce(&c.Verdict) }

// Holds says what is wrong in a package in which the case is fixed: there must
// be nothing to say of this cache any more and nothing new of others, and a read
// that was not awaited must be, in every run.
func (c *Case) Holds(e *gate.Edited) string {
	fixed, err := gate.Again(e, func(pass *analysis.Pass) (*engine.Caches, error) {
		result, err := try.Run(pass, engine.CacheAnalyzer)
		caches, _ := result.(*engine.Caches)
		return caches, err
	})
	switch {
	case err != nil:
		return err.Error()
	case fixed == nil:
		return "with it, no cache is found any more"
	case len(fixed.Verdicts)+len(e.Cases) > len(c.Package.Verdicts):
		return "with it, the check sees another defect"
	}
	for _, left := range fixed.Verdicts {
		if left.Birth.Where == c.Verdict.Birth.Where {
			return "with it, the check still sees a defect"
		}
	}
	if c.Verdict.Rule != judge.UnregisteredRead {
		return "" // what reads no cache any more cannot be run on one
	}
	for _, a := range fixed.Awaited {
		if a.Birth.Where == c.Verdict.Birth.Where && a.Read.Kind == c.Verdict.Read.Kind {
			if !right(&a) {
				return "with it, a run still fails, or none gets to the read"
			}
			return ""
		}
	}
	return "with it, the read is not found after the wait"
}

// right reports whether a read that was fixed is reached, and fails in no run.
func right(v *engine.CacheVerdict) bool {
	reached := false
	why := attempt(v, func(p *program) string {
		res := explore.Run(explore.Options{MaxRuns: maxRuns, Goals: []string{goal}}, p.run)
		if !res.Complete || res.Violating > 0 {
			return "a run fails"
		}
		reached = reached || len(res.Missing) == 0
		return ""
	})
	return reached && why == ""
}
