//go:build full

package handlersync

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"

	"github.com/informerlint/informerlint/internal/checktest"
	"github.com/informerlint/informerlint/internal/delivered"
	"github.com/informerlint/informerlint/internal/gate"
)

// Half a fix is not offered: each fix in testdata holds, and without any one of
// its edits it does not. And each claim has a witness that ends at the read.
func TestMutantFixes(t *testing.T) {
	roots := checktest.Programs(t, checktest.Dir(t),
		"./handlersync/minimal", "./handlersync/sequence", "./handlersync/twice", "./handlersync/factorywait",
		"./handlersync/ignored", "./handlersync/void", "./handlersync/stopped", "./handlersync/siblings", "./handlersync/pair", "./handlersync/optional", "./handlersync/results", "./handlersync/looked", "./handlersync/polls", "./handlersync/looped", "./handlersync/returned", "./handlersync/byvalue", "./handlersync/removed", "./handlersync/told", "./handlersync/gated", "./handlersync/several", "./handlersync/wrapped/...")
	graph, err := checker.Analyze([]*analysis.Analyzer{delivered.Analyzer}, roots, nil)
	if err != nil {
		t.Fatal(err)
	}
	shown, mutants := 0, 0
	for _, act := range graph.Roots {
		found, _ := act.Result.(*delivered.Package)
		if found == nil {
			continue
		}
		pass := found.Pass()
		for i, claim := range claims(pass, found) {
			shown++
			at := pass.Fset.Position(claim.Pos)
			out := gate.Gate{Pass: pass}.Decide([]gate.Claim{claim})[0]
			if out.Witness == nil {
				t.Errorf("%s: no witness: %s", at, out.Unshown)
				continue
			}
			if last := out.Witness.Steps[len(out.Witness.Steps)-1]; last.Pos != found.Claims[i].Read.Pos {
				t.Errorf("%s: the witness ends with %q", at, last.Text)
			}
			if out.Refused != "" {
				t.Errorf("%s: the fix does not hold: %s", at, out.Refused)
			}
			for _, sf := range out.Fixes {
				for k := range sf.TextEdits {
					mutant := sf
					mutant.TextEdits = slices.Delete(slices.Clone(sf.TextEdits), k, k+1)
					claim.Fixes = []analysis.SuggestedFix{mutant}
					mutants++
					if len(gate.Gate{Pass: pass}.Decide([]gate.Claim{claim})[0].Fixes) > 0 {
						t.Errorf("%s: the fix holds without its edit %d", at, k+1)
					}
				}
			}
		}
	}
	if shown != 37 || mutants == 0 {
		t.Errorf("%d claims, %d mutants", shown, mutants)
	}
}
