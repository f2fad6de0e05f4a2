package unwrap

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/fix"
)

// Through lets every deletion through a predicate that returns whether the watch has seen
// it, return !e.DeleteStateUnknown, and leaves what else it asks for, before it or after.
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
			if around.Op != token.LAND {
				return nil
			}
			rest := around.X
			if rest == ast.Expr(not) {
				rest = around.Y
			}
			return []analysis.TextEdit{fix.Replace(around, types.ExprString(rest))}
		}
	}
	return nil
}
