package analyzers_test

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/analyzers"
	"github.com/informerlint/informerlint/internal/checktest"
	"github.com/informerlint/informerlint/internal/fix/apply"
)

// What all checks offer for a program is right if it is applied at once, in
// whatever order: of two fixes that hold each alone and not together, of one check
// or of two, the second is not offered. The golden files are run on client-go.
func TestTogether(t *testing.T) {
	dir := checktest.Dir(t)
	pkgs := checktest.Programs(t, dir, "./...")
	for program, withheld := range map[string]string{"declared": "handlersync", "early": "syncwait"} {
		var offered []analysis.Diagnostic
		var without []string
		for _, f := range checktest.Analyze(t, analyzers.All(), checktest.Programs(t, dir, "./together/"+program)) {
			if len(f.SuggestedFixes) > 0 {
				offered = append(offered, f.Diagnostic)
			} else {
				without = append(without, f.Analyzer.Name)
			}
		}
		if len(offered) == 0 || !slices.Equal(without, []string{withheld}) {
			t.Errorf("%s: %d fixes, none for %q, want none for one of %s", program, len(offered), without, withheld)
		}
		slices.SortFunc(offered, func(a, b analysis.Diagnostic) int { return cmp.Compare(a.Pos, b.Pos) })
		file := filepath.Join(dir, "together", program, "main.go")
		golden, err := os.ReadFile(file + ".golden")
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			fixed, err := apply.Fixes(pkgs[0].Fset, offered, os.ReadFile)
			if err != nil || string(fixed[file]) != string(golden) {
				t.Errorf("%s: %v, the fixed file is\n%s", program, err, fixed[file])
			}
			slices.Reverse(offered)
		}
	}
}

// A method that is a handler itself, and that another handler and a loop over the cache's
// objects call, changes the object in one line: that is told once, with the calls.
func TestOnce(t *testing.T) {
	dir := checktest.Dir(t)
	found := checktest.Analyze(t, analyzers.All(), checktest.Programs(t, dir, "./together/itself"))
	too := 0
	for _, f := range found {
		for _, r := range f.Related {
			if r.Message == "it is changed here, too" {
				too++
			}
		}
	}
	if len(found) != 1 || found[0].Analyzer.Name != "cachemutation" || too != 2 {
		t.Errorf("found %+v", found)
	}
}
