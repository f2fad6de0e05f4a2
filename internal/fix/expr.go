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

// Assertion is the assertion that a statement makes: "x.(T)", "v := x.(T)",
// "v, ok := x.(T)" or that of a type switch, and v, if there is one; nil if it
// makes none, or assigns it to what was declared before.
func Assertion(s ast.Stmt) (v *ast.Ident, x *ast.TypeAssertExpr) {
	switch s := s.(type) {
	case *ast.ExprStmt:
		x, _ = s.X.(*ast.TypeAssertExpr)
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE && len(s.Rhs) == 1 {
			v, _ = s.Lhs[0].(*ast.Ident)
			x, _ = s.Rhs[0].(*ast.TypeAssertExpr)
		}
	}
	return v, x
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
