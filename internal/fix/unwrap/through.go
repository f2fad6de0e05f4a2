package unwrap

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/fix"
)

// Through lets every deletion through a predicate that returns no more than whether the
// watch has seen it: return !e.DeleteStateUnknown.
func (s *Site) Through() []analysis.TextEdit {
	if len(s.Path) < 2 {
		return nil
	}
	for i, n := range s.Path[:len(s.Path)-1] {
		not, ok := n.(*ast.UnaryExpr)
		if !ok {
			continue
		}
		ret, returned := s.Path[i+1].(*ast.ReturnStmt)
		if _, field := not.X.(*ast.SelectorExpr); not.Op == token.NOT && field && returned && len(ret.Results) == 1 {
			return []analysis.TextEdit{fix.Replace(not, "true")}
		}
	}
	return nil
}
