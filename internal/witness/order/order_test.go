package order_test

import (
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/informerlint/informerlint/internal/checktest"
	"github.com/informerlint/informerlint/internal/flow"
	"github.com/informerlint/informerlint/internal/witness/order"
)

// programs loads packages of the testdata module and follows them.
func programs(t *testing.T, patterns ...string) map[string]*flow.Package {
	t.Helper()
	roots, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule, Dir: checktest.Dir(t)}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{flow.Analyzer}, roots, nil)
	if err != nil {
		t.Fatal(err)
	}
	out := make(map[string]*flow.Package)
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Fatal(act.Err)
		}
		if p := act.Result.(*flow.Package); p != nil {
			out[act.Package.PkgPath] = p
		}
	}
	return out
}

// life is the name of an informer without the function that it was followed
// from: the judge reports a life once, whichever program shows it first.
func life(id string) string {
	_, rest, _ := strings.Cut(id, " ")
	return rest
}

// Each defect that the judge finds in the programs of testdata can be shown,
// and what the judge is silent about cannot.
func TestWitnesses(t *testing.T) {
	for path, p := range programs(t, "./startorder/...", "./goroutinestart/...") {
		bad := make(map[string]bool)
		for _, first := range p.Verdicts() {
			for _, v := range append([]flow.Verdict{first}, first.Others...) {
				if v.Rule == flow.RedundantGo {
					continue
				}
				shown := false
				for _, s := range v.Stories {
					bad[life(s.ID)] = true
					try := order.Try(s)
					shown = shown || try.Witness != nil
					t.Logf("%s %s %s: %v", path, v.Rule, s.ID, try)
					if try.Witness != nil {
						for _, st := range try.Witness.Steps {
							t.Logf("      %-20s %s %s", st.Thread, st.Text, st.Where)
						}
					}
				}
				if !shown {
					t.Errorf("%s: %s at %s cannot be shown", path, v.Rule, v.Anchor.Where)
				}
			}
		}
		for _, s := range p.Stories("") {
			if bad[life(s.ID)] {
				continue
			}
			if try := order.Try(s); try.Witness != nil {
				t.Errorf("%s: %s goes wrong, and the judge is silent: %v", path, s.ID, try.Witness.Property)
				for _, st := range try.Witness.Steps {
					t.Logf("      %-20s %s %s", st.Thread, st.Text, st.Where)
				}
			}
		}
	}
}
