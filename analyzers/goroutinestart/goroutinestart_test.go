package goroutinestart_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/informerlint/informerlint/analyzers/goroutinestart"
	"github.com/informerlint/informerlint/internal/checktest"
)

// redundant has what the optional rule reports. It is right, and silent
// without the rule.
const redundant = "redundant"

func Test(t *testing.T) {
	entries, err := os.ReadDir(filepath.Join(checktest.Dir(t), "goroutinestart"))
	if err != nil {
		t.Fatal(err)
	}
	var patterns []string
	for _, e := range entries {
		if e.Name() != redundant {
			patterns = append(patterns, "./goroutinestart/"+e.Name()+"/...")
		}
	}
	checktest.Run(t, goroutinestart.Analyzer, patterns...)
}

func TestRedundantGo(t *testing.T) {
	const name = "redundant-go"
	if goroutinestart.Analyzer.Flags.Lookup(name).DefValue != "false" {
		t.Errorf("%s is on by default", name)
	}
	if err := goroutinestart.Analyzer.Flags.Set(name, "true"); err != nil {
		t.Fatal(err)
	}
	defer goroutinestart.Analyzer.Flags.Set(name, "false")
	checktest.Run(t, goroutinestart.Analyzer, "./goroutinestart/"+redundant)
}
