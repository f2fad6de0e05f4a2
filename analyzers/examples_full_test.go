//go:build full

package analyzers_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/analyzers"
	"github.com/informerlint/informerlint/analyzers/internal/examples"
	"github.com/informerlint/informerlint/internal/checktest"
	"github.com/informerlint/informerlint/internal/report/finding"
)

// What informerlint explain -html shows is what the checks find in the programs
// of testdata.
func TestExamplesAreUpToDate(t *testing.T) {
	dir := checktest.Dir(t)
	root := filepath.Dir(dir)
	got, err := examples.Make(root, func(module string, dirs []string) ([]finding.Finding, error) {
		in := filepath.Join(dir, module)
		if module == "" {
			checktest.Programs(t, in, "./...") // the tests of this package share it
		} else if err := checktest.Download(in); err != nil {
			return nil, err
		}
		var patterns []string
		for _, name := range dirs {
			patterns = append(patterns, "./"+name+"/...")
		}
		pkgs := checktest.Programs(t, in, patterns...)
		return finding.Collect(checktest.Analyze(t, analyzers.All(), pkgs), pkgs[0].Fset), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(examples.File)))
	if err != nil {
		t.Fatal(err)
	}
	a, b := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			t.Fatalf("line %d of %s has drifted; run go generate ./analyzers\n%s\nwant\n%s", i+1, examples.File, b[i], a[i])
		}
	}
	if len(a) != len(b) {
		t.Errorf("%s has %d examples, want %d; run go generate ./analyzers", examples.File, len(b)-3, len(a)-3)
	}
}
