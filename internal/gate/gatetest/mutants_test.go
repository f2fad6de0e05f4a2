package gatetest_test

import (
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/analyzers"
	"github.com/informerlint/informerlint/internal/checktest"
	"github.com/informerlint/informerlint/internal/gate/gatetest"
)

// checks are those that hand their claims to the gate.
func checks() (out []*analysis.Analyzer) {
	for _, a := range analyzers.All() {
		if a.Name != "ignorecomment" {
			out = append(out, a)
		}
	}
	return out
}

func TestMutants(t *testing.T) {
	dir := checktest.Dir(t)
	fixes := gatetest.Try(t, dir, checks(), checktest.Programs(t, dir, "./..."), nil)
	t.Log("\n" + gatetest.Table(fixes))
	for _, f := range fixes {
		if f.Tried < 4 {
			t.Errorf("%s/%s %s: only %d mutants (%d do not compile)", f.Check, f.Rule, f.At, f.Tried, f.Broken)
		}
		for _, s := range f.Survivors {
			t.Errorf("%s\n%s", s.Name, s.Text)
		}
	}
}
