package waits

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

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

// askedAfter: after the wait, and before anything else ends with what ends it, the function
// asks whether it was told to stop: by the Err of the wait's context, or by a select that
// does not block. Function literals run at some other time; and a loop asks too late, unless
// it comes next.
func (w *Wait) askedAfter() (found bool) {
	after := w.after()
	ended := false
	ast.Inspect(w.decl.Body, func(n ast.Node) bool {
		if n == nil || n.End() < w.Call.End() || ended || found {
			return false
		}
		if n.Pos() <= w.Call.End() {
			return true
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ForStmt, *ast.RangeStmt:
			return len(after) > 0 && n == after[0]
		case *ast.ExprStmt:
			recv, ok := ast.Unparen(n.X).(*ast.UnaryExpr)
			ended = ok && recv.Op == token.ARROW && w.isStop(recv.X) && slices.Contains(after, ast.Node(n))
		case *ast.CallExpr:
			sel, ok := n.Fun.(*ast.SelectorExpr)
			found = ok && sel.Sel.Name == "Err" && clientgo.IsContext(w.pass.TypesInfo.TypeOf(sel.X)) && w.endsWith(sel.X)
		case *ast.SelectStmt:
			found = w.looksAt(n)
			return false
		}
		return !found
	})
	return found
}

// after are the statements that come after the wait in the blocks that it is in, the next
// one first.
func (w *Wait) after() (after []ast.Node) {
	ast.Inspect(w.decl.Body, func(n ast.Node) bool {
		var later []ast.Node
		if block, ok := n.(*ast.BlockStmt); ok && block.Pos() < w.Call.Pos() && w.Call.End() < block.End() {
			for _, s := range block.List {
				if s.Pos() > w.Call.End() {
					later = append(later, s)
				}
			}
		}
		after = append(later, after...)
		return n != nil
	})
	return after
}

// endsWith: the wait is over with a context, for all that is known: it is the wait's own, or
// what that is made of.
func (w *Wait) endsWith(ctx ast.Expr) bool {
	own, asked := strings.TrimSuffix(types.ExprString(w.stop()), ".Done()"), types.ExprString(ctx)
	if own == asked {
		return true
	}
	if _, is := w.pass.TypesInfo.TypeOf(w.stop()).Underlying().(*types.Chan); is && own == types.ExprString(w.stop()) {
		return true // a channel may be the Done of any
	}
	derived := false
	ast.Inspect(w.decl.Body, func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if ok && len(as.Rhs) == 1 && types.ExprString(as.Lhs[0]) == own {
			call, ok := as.Rhs[0].(*ast.CallExpr)
			derived = derived || ok && slices.ContainsFunc(call.Args, func(a ast.Expr) bool { return types.ExprString(a) == asked }) && !timesOut(call)
		}
		return true
	})
	return derived
}

// timesOut: a context is made that ends though that which it is made of does not.
func timesOut(call *ast.CallExpr) bool {
	name := types.ExprString(call.Fun)
	return strings.HasSuffix(name, "WithTimeout") || strings.HasSuffix(name, "WithDeadline")
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
			receives = receives || ok && recv.Op == token.ARROW && w.isStop(recv.X)
		}
	}
	return receives && otherwise
}

// isStop: the wait ends with a channel.
func (w *Wait) isStop(ch ast.Expr) bool {
	stop := types.ExprString(w.stop())
	return types.ExprString(ch) == stop || types.ExprString(ch) == stop+".Done()"
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
