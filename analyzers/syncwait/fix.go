package syncwait

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/engine/judge"
	"github.com/informerlint/informerlint/internal/fix"
	"github.com/informerlint/informerlint/internal/fix/sequence"
)

// starting is what lets the informer run, where that returns: not informer.Run
// without go.
func starting(src *fix.Source, v engine.Verdict) *fix.Place {
	start := src.At(v.At(judge.Start).Pos)
	if start == nil {
		return nil
	}
	if _, spawned := start.Stmt.(*ast.GoStmt); v.At(judge.Start).Call == "Run" && !spawned {
		return nil
	}
	return start
}

// waitEarlier moves the wait before the read, or adds one where there is none.
func waitEarlier(src *fix.Source, v engine.Verdict) []analysis.SuggestedFix {
	if !v.At(judge.Wait).Pos.IsValid() {
		return waitBetween(src, v)
	}
	return fix.Suggest("Wait before the read", sequence.WaitEarlier(src.At(v.Anchor.Pos), starting(src, v), src.At(v.At(judge.Wait).Pos))...)
}

func waitBetween(src *fix.Source, v engine.Verdict) []analysis.SuggestedFix {
	return fix.Suggest("Wait for the sync", sequence.WaitBetween(src, starting(src, v), src.At(v.Anchor.Pos))...)
}
