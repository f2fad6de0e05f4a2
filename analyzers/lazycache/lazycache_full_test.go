//go:build full

package lazycache_test

import (
	"go/types"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/informerlint/informerlint/analyzers/lazycache"
	"github.com/informerlint/informerlint/internal/checktest"
	"github.com/informerlint/informerlint/internal/engine/program"
)

// The same shapes in a controller-runtime of ten minor releases ago.
func TestOld(t *testing.T) { in(t, "controllerruntime015") }

// A missing fact may only take reports away: here those that are behind
// functions of other packages.
func TestWithoutFacts(t *testing.T) {
	dir := filepath.Join(checktest.Dir(t), "controllerruntime")
	count := func(dirs ...string) (n int) {
		for _, pkg := range checktest.Programs(t, dir, dirs...) {
			graph, err := checker.Analyze([]*analysis.Analyzer{lazycache.Analyzer}, []*packages.Package{pkg}, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, act := range graph.Roots {
				n += len(act.Diagnostics)
			}
		}
		return n
	}
	run := program.CacheAnalyzer.Run
	t.Cleanup(func() { program.CacheAnalyzer.Run = run })
	program.CacheAnalyzer.Run = func(pass *analysis.Pass) (any, error) {
		blind := *pass
		blind.ImportPackageFact = func(*types.Package, analysis.Fact) bool { return false }
		return run(&blind)
	}
	if n := count("./lazycache/ok/..."); n != 0 {
		t.Errorf("%d reports on right programs", n)
	}
	if n := count("./lazycache/wrapped/helper", "./lazycache/wrapped/clusters"); n != 0 {
		t.Errorf("%d reports that rest on facts", n)
	}
	if n := count("./lazycache/early", "./lazycache/wrapped/clients"); n != 2 {
		t.Errorf("%d reports that rest on none, want 2", n)
	}
}
