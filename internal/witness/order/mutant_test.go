package order_test

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/informerlint/informerlint/analyzers/goroutinestart"
	"github.com/informerlint/informerlint/analyzers/latesetup"
	"github.com/informerlint/informerlint/analyzers/startorder"
	"github.com/informerlint/informerlint/internal/checktest"
	"github.com/informerlint/informerlint/internal/flow"
	"github.com/informerlint/informerlint/internal/witness/order"
)

// Half a fix is not offered: each fix in testdata holds, and without any one of
// its edits it does not.
func TestMutantFixes(t *testing.T) {
	roots := checktest.Programs(t, checktest.Dir(t), "./startorder/...", "./goroutinestart/...", "./latesetup/...")
	graph, err := checker.Analyze([]*analysis.Analyzer{flow.Analyzer, startorder.Analyzer, goroutinestart.Analyzer, latesetup.Analyzer}, roots, nil)
	if err != nil {
		t.Fatal(err)
	}
	rules := make(map[string]int)
	followed := make(map[*packages.Package]*flow.Package)
	for _, act := range graph.Roots {
		if p, ok := act.Result.(*flow.Package); ok {
			followed[act.Package] = p
		}
	}
	for _, act := range graph.Roots {
		pkg := followed[act.Package]
		for _, d := range act.Diagnostics {
			if len(d.SuggestedFixes) == 0 {
				continue
			}
			fset := act.Package.Fset
			shown := order.Reproduced(pkg, d.Category)
			i := slices.IndexFunc(shown, func(s order.Shown) bool {
				return fset.Position(s.Anchor.Pos).Line == fset.Position(d.Pos).Line
			})
			if i < 0 {
				t.Fatalf("%s: no verdict for %s", fset.Position(d.Pos), d.Message)
			}
			holds := func(f analysis.SuggestedFix) bool {
				return order.Holding(pkg, []order.Case{{Verdict: shown[i].Verdict, Fix: f}})[0]
			}
			fix := d.SuggestedFixes[0]
			if !holds(fix) {
				t.Errorf("%s: the fix %q does not hold", fset.Position(d.Pos), fix.Message)
			}
			for k := range fix.TextEdits {
				mutant := fix
				mutant.TextEdits = slices.Delete(slices.Clone(fix.TextEdits), k, k+1)
				// A statement that moves up and stays where it was as well
				// registers twice, which is no worse.
				stays := len(fix.TextEdits[k].NewText) == 0
				if holds(mutant) && !stays {
					t.Errorf("%s: the fix %q holds without its edit %d", fset.Position(d.Pos), fix.Message, k+1)
				}
				rules[d.Category]++
			}
		}
	}
	for _, rule := range []string{flow.LateRegistration, flow.ConcurrentRegistration, flow.NeverStarted, flow.StartRacesWait, flow.LateTransform, flow.LateWatchErrorHandler} {
		if rules[rule] == 0 {
			t.Errorf("no fix of %s was tried", rule)
		}
	}
	t.Logf("mutants by rule: %v", rules)
}
