package syncwait_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/informerlint/informerlint/analyzers/syncwait"
	"github.com/informerlint/informerlint/internal/checktest"
)

// unchecked has what the optional rule reports. Without it, it is silent.
const unchecked = "unchecked"

func Test(t *testing.T) {
	entries, err := os.ReadDir(filepath.Join(checktest.Dir(t), "syncwait"))
	if err != nil {
		t.Fatal(err)
	}
	var patterns []string
	for _, e := range entries {
		if e.Name() != unchecked {
			patterns = append(patterns, "./syncwait/"+e.Name()+"/...")
		}
	}
	checktest.Run(t, syncwait.Analyzer, patterns...)
}

func TestUncheckedResult(t *testing.T) {
	if syncwait.Analyzer.Flags.Lookup(syncwait.UncheckedResult).DefValue != "false" {
		t.Errorf("%s is on by default", syncwait.UncheckedResult)
	}
	if err := syncwait.Analyzer.Flags.Set(syncwait.UncheckedResult, "true"); err != nil {
		t.Fatal(err)
	}
	defer syncwait.Analyzer.Flags.Set(syncwait.UncheckedResult, "false")
	checktest.Run(t, syncwait.Analyzer, "./syncwait/"+unchecked)
}
