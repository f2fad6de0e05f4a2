//go:build full

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
	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/engine/judge"
	"github.com/informerlint/informerlint/internal/gate"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/witness/order"
)

// Half a fix is not offered: each fix in testdata holds, and without any one of
// its edits it does not.
func TestMutantFixes(t *testing.T) {
	roots := checktest.Programs(t, checktest.Dir(t), "./startorder/...", "./goroutinestart/...", "./latesetup/...")
	graph, err := checker.Analyze([]*analysis.Analyzer{engine.Analyzer, startorder.Analyzer, goroutinestart.Analyzer, latesetup.Analyzer}, roots, nil)
	if err != nil {
		t.Fatal(err)
	}
	rules := make(map[string]int)
	followed := make(map[*packages.Package]*engine.Package)
	for _, act := range graph.Roots {
		if p, ok := act.Result.(*engine.Package); ok {
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
			claims := order.Claims(pkg, func(v engine.Verdict) report.Finding { return report.Finding{Pos: v.Anchor.Pos} }, d.Category)
			i := slices.IndexFunc(claims, func(c gate.Claim) bool {
				return fset.Position(c.Pos).Line == fset.Position(d.Pos).Line
			})
			if i < 0 {
				t.Fatalf("%s: no verdict for %s", fset.Position(d.Pos), d.Message)
			}
			holds := func(f analysis.SuggestedFix) bool {
				c := claims[i]
				c.Calls = d.Category == judge.StartRacesWait // as the check has it
				c.Fixes = []analysis.SuggestedFix{f}
				return len(gate.Gate{Pass: pkg.Pass()}.Decide([]gate.Claim{c})[0].Fixes) > 0
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
	for _, rule := range []string{judge.LateRegistration, judge.ConcurrentRegistration, judge.NeverStarted, judge.StartRacesWait, judge.LateTransform, judge.LateWatchErrorHandler} {
		if rules[rule] == 0 {
			t.Errorf("no fix of %s was tried", rule)
		}
	}
	t.Logf("mutants by rule: %v", rules)
}
