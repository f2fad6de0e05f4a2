package engine_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/engine/program"
	"github.com/informerlint/informerlint/internal/ssabuild"
	"github.com/informerlint/informerlint/internal/stubtest"
)

// TestWhy compares what is said of each line of the programs in testdata/why with
// what somebody has read and found right.
func TestWhy(t *testing.T) {
	files, err := filepath.Glob("testdata/why/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	stubs := stubtest.Load(t)
	below := library(t, stubs)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".go"), func(t *testing.T) {
			pass := stubs.Check(t, "example.com/p", file, below.pkg)
			pass.ImportPackageFact = below.fact
			run(t, pass, ssabuild.Analyzer)
			run(t, pass, program.Analyzer)
			found := run(t, pass, engine.Analyzer).(*engine.Package)
			var b strings.Builder
			fset := pass.Fset.File(pass.Files[0].FileStart)
			for line := 1; line <= fset.LineCount(); line++ {
				for _, text := range found.Why(fset.Name(), line) {
					fmt.Fprintf(&b, "%d: %s\n", line, text)
				}
			}
			stubtest.Golden(t, file, b.String(), *update)
		})
	}
}
