package handlersync

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/informerlint/informerlint/internal/checktest"
	"github.com/informerlint/informerlint/internal/delivered"
	witness "github.com/informerlint/informerlint/internal/witness/delivered"
)

// Half a fix is not offered: each fix in testdata holds, and without any one of
// its edits it does not. And each claim has a witness that ends at the read.
func TestMutantFixes(t *testing.T) {
	roots, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule, Dir: checktest.Dir(t)},
		"./handlersync/minimal", "./handlersync/sequence", "./handlersync/twice", "./handlersync/factorywait", "./handlersync/wrapped/...")
	if err != nil {
		t.Fatal(err)
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{delivered.Analyzer}, roots, nil)
	if err != nil {
		t.Fatal(err)
	}
	claims, mutants := 0, 0
	for _, act := range graph.Roots {
		found, _ := act.Result.(*delivered.Package)
		if found == nil {
			continue
		}
		pass := found.Pass()
		for _, c := range found.Claims {
			claims++
			at := pass.Fset.Position(c.Wait)
			w, why := witness.Witness(pass.Fset, c)
			if w == nil {
				t.Errorf("%s: no witness: %s", at, why)
				continue
			}
			if last := w.Steps[len(w.Steps)-1]; last.Pos != c.Read.Pos {
				t.Errorf("%s: the witness ends with %q", at, last.Text)
			}
			sf := fix(pass, c)
			if sf == nil {
				continue
			}
			if why := holds(found, c, *sf); why != "" {
				t.Errorf("%s: the fix does not hold: %s", at, why)
			}
			for k := range sf.TextEdits {
				mutant := *sf
				mutant.TextEdits = slices.Delete(slices.Clone(sf.TextEdits), k, k+1)
				mutants++
				if holds(found, c, mutant) == "" {
					t.Errorf("%s: the fix holds without its edit %d", at, k+1)
				}
			}
		}
	}
	if claims != 7 || mutants == 0 {
		t.Errorf("%d claims, %d mutants", claims, mutants)
	}
}
