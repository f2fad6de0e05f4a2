package waits

import (
	"go/ast"
	"slices"

	"github.com/informerlint/informerlint/internal/fix"
)

// Dropped reports whether nobody looks at the result of the wait. It is false,
// or has a false, if the stop channel was closed first; then nothing was synced.
func (w *Wait) Dropped() bool {
	if len(w.Call.Args) == 0 || w.neverStops(w.Call.Args[0]) {
		return false
	}
	switch s := w.around.(type) {
	case *ast.ExprStmt:
		return true
	case *ast.AssignStmt:
		return !slices.ContainsFunc(s.Lhs, func(l ast.Expr) bool { return !fix.Blank(l) })
	}
	return false
}

// Alone reports whether the call is all of a statement, or of what it assigns.
func (w *Wait) Alone(s ast.Stmt) bool { return w.around == ast.Node(s) }

// neverStops: the stop channel is nil, wait.NeverStop or of a context that
// cannot be done: then the wait can only return true.
func (f *finder) neverStops(stop ast.Expr) bool {
	if tv := f.pass.TypesInfo.Types[stop]; tv.IsNil() {
		return true
	}
	if call, ok := ast.Unparen(stop).(*ast.CallExpr); ok {
		if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Done" {
			stop = sel.X
		}
	}
	switch e := ast.Unparen(stop).(type) {
	case *ast.SelectorExpr:
		return e.Sel.Name == "NeverStop"
	case *ast.CallExpr:
		sel, ok := e.Fun.(*ast.SelectorExpr)
		return ok && (sel.Sel.Name == "Background" || sel.Sel.Name == "TODO")
	}
	return false
}
