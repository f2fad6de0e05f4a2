package delivered

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/delivered"
	"github.com/informerlint/informerlint/internal/fix/try"
	"github.com/informerlint/informerlint/internal/gate"
	"github.com/informerlint/informerlint/internal/report"
)

// A Case is a claim that state is read too early.
type Case struct {
	Fset  *token.FileSet
	Claim *delivered.Claim
}

// Witness returns the simplest failing run.
func (c Case) Witness() (*report.Witness, string) { return Witness(c.Fset, c.Claim) }

// Holds says what is wrong in a package in which the claim is fixed: it must not
// be found again, and no way of its wait may say true before the handler has
// seen what exists.
func (c Case) Holds(e *gate.Edited) string {
	if c.Claim.Stuck != "" {
		return "with it, " + c.Claim.Stuck
	}
	again, err := gate.Again(e, func(pass *analysis.Pass) (*delivered.Package, error) {
		result, err := try.Run(pass, delivered.Analyzer)
		found, _ := result.(*delivered.Package)
		return found, err
	})
	switch {
	case err != nil:
		return err.Error()
	case again == nil:
		return "with it, the handlers are not found again"
	}
	for _, d := range again.Claims {
		if d.Place == c.Claim.Place && d.Method.String() == c.Claim.Method.String() {
			return "with it, the wait is as it was"
		}
	}
	if why := right(again.Fixed(c.Claim)); why != "" {
		return "with it, " + why
	}
	return hangs(again, c.Claim)
}

// hangs says what waits for a handler's registration, in a package that a claim is
// fixed in, that is not there yet, or never. What was asked before, the informer,
// did not wait for that.
func hangs(again *delivered.Package, c *delivered.Claim) string {
	stuck := func(ways []delivered.Way) bool {
		return slices.ContainsFunc(ways, func(w delivered.Way) bool { return runWith(w, false).blocks })
	}
	switch {
	case stuck(again.Early(c)):
		return "with it, something waits for the handler before that is registered, for ever"
	case stuck(again.Missing(c)):
		return "with it, whoever waits for one whose handler is not registered waits for ever"
	}
	return ""
}

// right says what is wrong with the ways that a wait has now: none of them may
// go wrong, block or ask what is not known, and one can be gone. A way that cannot
// be gone here asks for a lister that is empty, and there are objects.
func right(ways []delivered.Way) string {
	reached := false
	for _, w := range ways {
		if slices.ContainsFunc(w.Atoms, func(a delivered.Atom) bool { return a.Kind == delivered.Unclear }) {
			return "a way asks something that is not known"
		}
		switch o := run(w); {
		case !o.complete:
			return "it is too large to be run"
		case o.failing > 0:
			return "a run still fails"
		case o.blocks:
			return "a wait blocks for ever"
		default:
			reached = reached || o.reached
		}
	}
	if !reached {
		return "no run was found that gets to the read"
	}
	return ""
}
