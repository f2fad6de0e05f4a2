package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// Parens reports whether an expression with op needs parentheses inside n.
func Parens(n ast.Node, op token.Token) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		return n.Op != op
	case *ast.UnaryExpr:
		return true
	}
	return false
}

// Simple reports whether an expression is a name, a field or an assertion of one,
// so that it may be evaluated twice.
func Simple(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return Simple(e.X)
	case *ast.TypeAssertExpr:
		return Simple(e.X)
	}
	return false
}

// Receiver is the type that a method belongs to, nil if it has no name.
func Receiver(info *types.Info, d *ast.FuncDecl) types.Object {
	t := types.Unalias(info.TypeOf(d.Recv.List[0].Type))
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if named, ok := t.(*types.Named); ok {
		return named.Obj()
	}
	return nil
}

// IsMethod reports whether a call is of a method, or of another package's
// function, whose name begins with a prefix.
func IsMethod(call *ast.CallExpr, prefix string) bool {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return ok && strings.HasPrefix(sel.Sel.Name, prefix)
}
