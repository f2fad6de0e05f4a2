package gatetest_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/analyzers"
	"github.com/informerlint/informerlint/internal/checktest"
	"github.com/informerlint/informerlint/internal/fix/mutate"
	"github.com/informerlint/informerlint/internal/gate/gatetest"
)

// checks are those that hand claims to a gate, with all of their rules on.
func checks(t *testing.T) (out []*analysis.Analyzer) {
	for _, c := range analyzers.Catalogue() {
		if c.Name() == "ignorecomment" {
			continue
		}
		for _, r := range c.Rules {
			if r.Optional == "" {
				continue
			}
			if err := c.Analyzer.Flags.Set(r.Name, "true"); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = c.Analyzer.Flags.Set(r.Name, "false") })
		}
		out = append(out, c.Analyzer)
	}
	return out
}

// in tries the mutants of all fixes in a module below testdata; "" is testdata
// itself.
func in(t *testing.T, module string, choose gatetest.Choose) []gatetest.Fix {
	t.Helper()
	dir := filepath.Join(checktest.Dir(t), module)
	if err := checktest.Download(dir); err != nil {
		t.Fatal(err)
	}
	fixes := gatetest.Try(t, dir, checks(t), checktest.Programs(t, dir, "./..."), choose)
	prefix := ""
	if module != "" {
		prefix = module + "/"
	}
	gatetest.Hold(t, fixes, prefix, choose == nil)
	return fixes
}

// Of each rule one mutant of each kind, on testdata. All of them are tried with
// the tag full.
func TestSample(t *testing.T) {
	type class struct {
		rule string
		kind mutate.Kind
	}
	seen := make(map[class]bool)
	fixes := in(t, "", func(check, rule string, m mutate.Mutant) bool {
		c := class{check + "/" + rule, m.Kind}
		first := !seen[c]
		seen[c] = true
		return first
	})
	tried := 0
	for _, f := range fixes {
		tried += f.Tried
	}
	if tried < 80 {
		t.Errorf("only %d mutants were tried", tried)
	}
}
