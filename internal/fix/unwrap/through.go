package unwrap

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/fix"
)

// Through lets every deletion through a predicate that returns no more than whether the
// watch has seen it: return !e.DeleteStateUnknown. Where it asks for something else
// afterwards, it returns that.
func (s *Site) Through() []analysis.TextEdit {
	for i, n := range s.Path {
		not, ok := n.(*ast.UnaryExpr)
		if !ok || not.Op != token.NOT || i+1 == len(s.Path) {
			continue
		}
		if _, field := not.X.(*ast.SelectorExpr); !field {
			return nil
		}
		switch around := s.Path[i+1].(type) {
		case *ast.ReturnStmt:
			return []analysis.TextEdit{fix.Replace(not, "true")}
		case *ast.BinaryExpr:
			// Behind another condition, that one alone would have to be true or false for it.
			if around.Op == token.LAND && around.X == ast.Expr(not) {
				return []analysis.TextEdit{fix.Replace(around, types.ExprString(around.Y))}
			}
			return nil
		}
	}
	return nil
}
