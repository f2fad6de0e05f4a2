package sequence

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/fix"
)

// notSynced is the error of a function that gives up waiting.
const notSynced = "caches did not sync"

// WaitLater moves a wait after the statement that starts what it waits for.
// Nothing is lost in between: so far the wait has done nothing there.
func WaitLater(wait, start *fix.Place) []analysis.TextEdit {
	if wait == nil || start == nil || movable(wait) == nil {
		return nil
	}
	k, ok := wait.Later(start, fix.Go)
	if !ok || !wait.Unchanged(wait.Stmt, wait.List[wait.I+1:k+1]) {
		return nil
	}
	return wait.MoveAfter(k, wait.Text(wait.Stmt))
}

// WaitEarlier moves the wait before the read, right after Start.
func WaitEarlier(read, start, wait *fix.Place) []analysis.TextEdit {
	if read == nil || start == nil || wait == nil || !start.Precedes(read) || movable(wait) == nil || !start.VisibleAfter(movable(wait), start.I) {
		return nil // started in another block, or after the read
	}
	if k, ok := start.Outer(wait); !ok || start.List[k] != wait.Stmt || !start.Unchanged(movable(wait), start.List[start.I+1:k]) {
		return nil
	}
	text, gone := wait.Moving(wait.I, wait.Text(wait.Stmt))
	return []analysis.TextEdit{start.After(start.I, text), gone}
}

// WorkLater moves a go statement after the wait.
func WorkLater(spawn, wait *fix.Place) []analysis.TextEdit {
	if spawn == nil || wait == nil {
		return nil
	}
	if _, ok := spawn.Stmt.(*ast.GoStmt); !ok {
		return nil
	}
	k, ok := spawn.Later(wait, fix.Go)
	if !ok || spawn.Func != wait.Func || !spawn.Unchanged(spawn.Stmt, spawn.List[spawn.I+1:k+1]) {
		return nil
	}
	return spawn.MoveAfter(k, spawn.Text(spawn.Stmt))
}

// WaitBetween waits for an informer before it is read or another one is run, in
// one block.
func WaitBetween(src *fix.Source, start, then *fix.Place) []analysis.TextEdit {
	if start == nil || then == nil || !start.Precedes(then) {
		return nil
	}
	lines := newWait(src, start)
	if lines == nil {
		return nil
	}
	return []analysis.TextEdit{start.After(start.I, lines...)}
}

// AwaitToo gives the wait the HasSynced of informers that are run before it, and
// says which these are.
func AwaitToo(wait *fix.Place, runs ...*fix.Place) (informers []string, edits []analysis.TextEdit) {
	if wait == nil || wait.Call == nil || wait.Call.Ellipsis.IsValid() || len(wait.Call.Args) == 0 {
		return nil, nil
	}
	asked := ""
	for _, run := range runs {
		if run == nil || run.Call == nil || wait.Func != run.Func {
			return nil, nil
		}
		sel, ok := run.Call.Fun.(*ast.SelectorExpr)
		if !ok || !strings.HasPrefix(sel.Sel.Name, "Run") || !fix.IsChain(sel.X) || !run.VisibleAfter(sel.X, run.I) || !run.Precedes(wait) {
			return nil, nil
		}
		informers = append(informers, run.Text(sel.X))
		asked += ", " + run.Text(sel.X) + ".HasSynced"
	}
	return informers, []analysis.TextEdit{fix.Insert(wait.Call.Args[len(wait.Call.Args)-1].End(), asked)}
}

// Starting is the call that lets an informer run, where that returns: not
// informer.Run without go.
func Starting(start *fix.Place, call string) *fix.Place {
	if start == nil {
		return nil
	}
	if _, spawned := start.Stmt.(*ast.GoStmt); call == "Run" && !spawned {
		return nil
	}
	return start
}

// LeaveUnsynced leaves the function if the wait, whose result is dropped and has
// the given type, is false. factory: it is a factory's own. WaitForCacheSyncWithContext
// of a factory, whose result has an error, is left alone.
func LeaveUnsynced(wait *fix.Place, result types.Type, factory bool) []analysis.TextEdit {
	leave := wait.LeaveSaying(notSynced)
	if leave == "" {
		return nil
	}
	switch result.Underlying().(type) {
	case *types.Basic:
		if !factory {
			return []analysis.TextEdit{wait.Instead("if !"+wait.Text(wait.Call)+" {", "\t"+leave, "}")}
		}
	case *types.Map:
		if factory {
			return []analysis.TextEdit{wait.Instead("for _, ok := range "+wait.Text(wait.Call)+" {", "\tif !ok {", "\t\t"+leave, "\t}", "}")}
		}
	}
	return nil
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

// newWait is the wait that belongs to factory.Start(stop) or go informer.Run(stop).
func newWait(src *fix.Source, start *fix.Place) []string {
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
