package tombstone

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/fix"
)

// dropStar turns *cache.DeletedFinalStateUnknown into the value type. What is
// done with a pointer to a structure can be done with the structure, as long
// as only its fields are used.
func (s *site) dropStar() []analysis.SuggestedFix {
	var star *ast.StarExpr
	switch e := s.expr().(type) {
	case *ast.TypeAssertExpr:
		star, _ = ast.Unparen(e.Type).(*ast.StarExpr)
	case *ast.StarExpr:
		star = e
	}
	if star == nil || !s.onlyFields() {
		return nil
	}
	return fix.Suggest("Assert the value type", fix.Replace(star, types.ExprString(star.X)))
}

// onlyFields reports whether the variable that gets the asserted pointer is
// only used for the fields it points to.
func (s *site) onlyFields() bool {
	var vars []types.Object
	for _, n := range s.path {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if id, ok := n.Lhs[0].(*ast.Ident); ok {
				if n.Tok != token.DEFINE && id.Name != "_" {
					return false // a variable of the pointer type, declared elsewhere
				}
				if obj := s.pass.TypesInfo.Defs[id]; obj != nil {
					vars = append(vars, obj)
				}
			}
		case *ast.CaseClause:
			if len(n.List) != 1 {
				return true // the variable has the type of the interface
			}
			if obj := s.pass.TypesInfo.Implicits[n]; obj != nil {
				vars = append(vars, obj)
			}
		}
	}
	return !slices.ContainsFunc(vars, func(v types.Object) bool { return !s.src.OnlySelected(s.file, v) })
}
