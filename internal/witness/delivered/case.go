package delivered

import (
	"go/token"

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
	if !right(again.Fixed(c.Claim)) {
		return "with it, a run still fails, or none was found that gets to the read"
	}
	return ""
}

// right reports whether no way that a wait has now goes wrong, and one of them
// can be gone.
func right(ways []delivered.Way) bool {
	reached := false
	for _, w := range ways {
		o := run(w)
		if !o.complete || o.violating > 0 {
			return false
		}
		reached = reached || o.reached
	}
	return reached
}
