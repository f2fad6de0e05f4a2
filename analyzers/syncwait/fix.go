package syncwait

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/engine/judge"
	"github.com/informerlint/informerlint/internal/fix"
)

// waitLater moves a wait after the statement that starts what it waits for.
// Nothing is lost in between: so far the wait has done nothing there.
func waitLater(src *fix.Source, v engine.Verdict) []analysis.SuggestedFix {
	wait, start := src.At(v.Anchor.Pos), src.At(v.At(judge.Start).Pos)
	if wait == nil || start == nil || movable(wait) == nil || blocks(start, v) {
		return nil
	}
	k, ok := wait.Later(start, fix.Go)
	if !ok {
		return nil
	}
	return fix.Suggest("Wait after Start", wait.MoveAfter(k, wait.Text(wait.Stmt))...)
}

// waitEarlier moves the wait before the read, right after Start, or adds
// one where there is none.
func waitEarlier(src *fix.Source, v engine.Verdict) []analysis.SuggestedFix {
	if !v.At(judge.Wait).Pos.IsValid() {
		return waitBetween(src, v)
	}
	read, start, wait := src.At(v.Anchor.Pos), src.At(v.At(judge.Start).Pos), src.At(v.At(judge.Wait).Pos)
	if read == nil || start == nil || blocks(start, v) || !start.Precedes(read) {
		return nil // started in another block, or after the read
	}
	if wait == nil || movable(wait) == nil || !start.VisibleAfter(movable(wait), start.I) {
		return nil
	}
	if k, ok := start.Outer(wait); !ok || start.List[k] != wait.Stmt {
		return nil
	}
	text, gone := wait.Moving(wait.I, wait.Text(wait.Stmt))
	return fix.Suggest("Wait before the read", start.After(start.I, text), gone)
}

// workLater moves a go statement after the wait.
func workLater(src *fix.Source, v engine.Verdict) []analysis.SuggestedFix {
	spawn, wait := src.At(v.Anchor.Pos), src.At(v.At(judge.Wait).Pos)
	if spawn == nil || wait == nil {
		return nil
	}
	if _, ok := spawn.Stmt.(*ast.GoStmt); !ok {
		return nil
	}
	k, ok := spawn.Later(wait, fix.Go)
	if !ok || spawn.Func != wait.Func {
		return nil
	}
	return fix.Suggest("Begin the goroutine after the wait", spawn.MoveAfter(k, spawn.Text(spawn.Stmt))...)
}

// waitBetween waits for an informer before it is read or another one is run, in
// one block.
func waitBetween(src *fix.Source, v engine.Verdict) []analysis.SuggestedFix {
	start, then := src.At(v.At(judge.Start).Pos), src.At(v.Anchor.Pos)
	if start == nil || then == nil || blocks(start, v) || !start.Precedes(then) {
		return nil
	}
	lines := newWait(start, src)
	if lines == nil {
		return nil
	}
	return fix.Suggest("Wait for the sync", start.After(start.I, lines...))
}

// awaitToo gives the wait the HasSynced of the informer that is run before it.
func awaitToo(src *fix.Source, v engine.Verdict) []analysis.SuggestedFix {
	at := v.At(judge.Wait)
	wait, run := src.At(at.Pos), src.At(v.At(judge.Start).Pos)
	if wait == nil || run == nil || !at.Local || wait.Call == nil || run.Call == nil || wait.Func != run.Func || wait.Call.Ellipsis.IsValid() || len(wait.Call.Args) == 0 {
		return nil
	}
	sel, ok := run.Call.Fun.(*ast.SelectorExpr)
	if !ok || !strings.HasPrefix(sel.Sel.Name, "Run") || !fix.IsChain(sel.X) || !run.VisibleAfter(sel.X, run.I) || !run.Precedes(wait) {
		return nil
	}
	informer := run.Text(sel.X)
	return fix.Suggest("Wait for "+informer, fix.Insert(wait.Call.Args[len(wait.Call.Args)-1].End(), ", "+informer+".HasSynced"))
}

// movable is a wait that is a statement of its own, or the condition of one; nil
// for any other.
func movable(p *fix.Place) ast.Expr {
	switch s := p.Stmt.(type) {
	case *ast.ExprStmt:
		return s.X
	case *ast.IfStmt:
		if s.Init == nil && s.Else == nil {
			return s.Cond
		}
	}
	return nil
}

// blocks: what lets the informer run would not return: informer.Run without go.
func blocks(start *fix.Place, v engine.Verdict) bool {
	_, spawned := start.Stmt.(*ast.GoStmt)
	return v.At(judge.Start).Call == "Run" && !spawned
}

// newWait is the wait that belongs to factory.Start(stop) or go informer.Run(stop).
func newWait(start *fix.Place, src *fix.Source) []string {
	if start.Call == nil || len(start.Call.Args) != 1 {
		return nil
	}
	sel, ok := start.Call.Fun.(*ast.SelectorExpr)
	if !ok || !fix.IsChain(sel.X) {
		return nil
	}
	stop := start.Text(start.Call.Args[0])
	switch sel.Sel.Name {
	case "Start", "StartWithContext":
		return []string{start.Text(sel.X) + ".WaitForCacheSync" + strings.TrimPrefix(sel.Sel.Name, "Start") + "(" + stop + ")"}
	case "RunWithContext":
		stop += ".Done()"
	case "Run":
	default:
		return nil
	}
	cache := src.Import(start.Stmt.Pos(), clientgo.IsCache)
	leave := start.LeaveSaying(notSynced)
	if cache == "" || leave == "" {
		return nil
	}
	return []string{"if !" + cache + ".WaitForCacheSync(" + stop + ", " + start.Text(sel.X) + ".HasSynced) {", "\t" + leave, "}"}
}

// notSynced is the error of a function that gives up waiting.
const notSynced = "caches did not sync"
