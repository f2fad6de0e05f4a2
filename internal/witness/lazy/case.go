package lazy

import (
	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/engine/judge"
	"github.com/informerlint/informerlint/internal/engine/story"
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
	found := false
	for _, a := range fixed.Awaited {
		if a.Birth.Where == c.Verdict.Birth.Where && a.Read.Kind == c.Verdict.Read.Kind {
			found = true
			if why := right(&c.Verdict, &a); why != "" {
				return "with it, " + why
			}
		}
	}
	if !found {
		return "with it, the read is not found after the wait"
	}
	return ""
}

// right says what is wrong with a read that was fixed: on every way that leads
// to it, every run must get to it, and none may fail. before is the read as it
// was: a way may pass it by only if one did.
func right(before, v *engine.CacheVerdict) string {
	reached := false
	why := attempt(v, func(p *program) string {
		res := explore.Run(explore.Options{MaxRuns: maxRuns, Goals: []string{goal}}, p.run)
		switch {
		case !res.Complete:
			return "it is too large to be run: " + res.Why
		case res.Violating > 0:
			return "a run fails: " + res.Violations[0].Msg
		case res.Outcomes[passedIt] < res.Traces:
			return "a run does not get to the read"
		}
		reached = true
		return ""
	})
	switch {
	case why != "":
		return why
	case !reached:
		return "no run gets to the read"
	case past(v) > past(before):
		return "some way does not lead to the read any more"
	}
	return ""
}

// past counts the ways that do not lead to the line, though nothing has failed.
func past(v *engine.CacheVerdict) (n int) {
	for _, m := range v.Story.Moments {
		m.Combine(maxPrograms, func(ways map[int][]story.Event) bool {
			p := &program{verdict: v, moment: m, ways: ways}
			if !p.hasTarget() && !p.any(func(e story.Event) bool { return e.Act == story.ActLeave || e.Act == story.ActWait }) {
				n++
			}
			return true
		})
	}
	return n
}
