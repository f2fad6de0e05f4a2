// Package goroutinestart finds factories that are started in a goroutine while
// a wait for their caches may come first.
package goroutinestart

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/flow"
	"github.com/informerlint/informerlint/internal/report"
)

// Analyzer reports a Start in a goroutine that races the factory's own wait.
var Analyzer = &analysis.Analyzer{
	Name:     "goroutinestart",
	Doc:      "find factories that are started in a goroutine and awaited beside it\n\nStart does not block; in a goroutine it races with WaitForCacheSync, which then waits for nothing.",
	URL:      report.Base + "goroutinestart.md",
	Requires: []*analysis.Analyzer{flow.Analyzer},
	Run:      run,
}

var redundantGo bool

func init() {
	Analyzer.Flags.BoolVar(&redundantGo, "redundant-go", false, "also report a goroutine around Start that races with nothing")
}

func run(pass *analysis.Pass) (any, error) {
	pkg := pass.ResultOf[flow.Analyzer].(*flow.Package)
	if pkg == nil {
		return nil, nil
	}
	racing := make(map[string]bool)
	for _, v := range pkg.Verdicts {
		if v.Rule == flow.StartRacesWait {
			racing[v.Anchor.Where] = true
		}
	}
	for _, v := range pkg.Verdicts {
		switch {
		case v.Rule == flow.StartRacesWait:
			report.Report(pass, "goroutinestart", report.Finding{
				Pos: v.Anchor.Pos, Rule: v.Rule,
				Message: fmt.Sprintf("factory.Start runs in a goroutine, so WaitForCacheSync (%s) may come first: it then waits for nothing, and listers are read empty; Start does not block, call it without go", v.Wait.Where),
				Related: []analysis.RelatedInformation{{Pos: v.Wait.Pos, Message: "this waits only for informers that have been started"}},
			})
		case v.Rule == flow.RedundantGo && redundantGo && !racing[v.Anchor.Where]:
			report.Report(pass, "goroutinestart", report.Finding{
				Pos: v.Anchor.Pos, Rule: v.Rule,
				Message: "factory.Start does not block: the goroutine around it is for nothing",
			})
		}
	}
	return nil, nil
}
