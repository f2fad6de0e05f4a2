package waits

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
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
	case *ast.AssignStmt:
		if slices.ContainsFunc(s.Lhs, func(l ast.Expr) bool { return !fix.Blank(l) }) {
			return false
		}
	default:
		return false
	}
	return !w.askedAfter()
}

// askedAfter: the function asks after the wait whether it was told to stop: by a context's
// Err, or by a select that does not block.
func (w *Wait) askedAfter() (found bool) {
	ast.Inspect(w.decl.Body, func(n ast.Node) bool {
		if n == nil || n.End() < w.Call.End() {
			return false
		}
		switch n := n.(type) {
		case *ast.CallExpr:
			sel, ok := n.Fun.(*ast.SelectorExpr)
			found = found || ok && n.Pos() > w.Call.End() && sel.Sel.Name == "Err" && clientgo.IsContext(w.pass.TypesInfo.TypeOf(sel.X))
		case *ast.SelectStmt:
			found = found || n.Pos() > w.Call.End() && w.looksAt(n)
		}
		return !found
	})
	return found
}

// looksAt: a select has a default, and receives from what may be the wait's stop channel.
func (w *Wait) looksAt(s *ast.SelectStmt) bool {
	receives, otherwise := false, false
	for _, c := range s.Body.List {
		switch c := c.(*ast.CommClause).Comm.(type) {
		case nil:
			otherwise = true
		case *ast.ExprStmt:
			recv, ok := ast.Unparen(c.X).(*ast.UnaryExpr)
			receives = receives || ok && recv.Op == token.ARROW && types.ExprString(recv.X) == types.ExprString(w.stop())
		}
	}
	return receives && otherwise
}

// stop is the channel that ends the wait.
func (w *Wait) stop() ast.Expr {
	for _, a := range w.Call.Args {
		if _, is := w.pass.TypesInfo.TypeOf(a).Underlying().(*types.Chan); is {
			return ast.Unparen(a)
		}
	}
	return w.Call.Args[0]
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
