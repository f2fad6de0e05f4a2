package unwrap

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/fix"
)

// Through lets every deletion through a predicate that returns whether the watch has seen
// it, return !e.DeleteStateUnknown, and leaves what else it asks for, before it or after.
// Not in a function that others may call: they may want to know.
func (s *Site) Through() []analysis.TextEdit {
	if s.called() {
		return nil
	}
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
			p := s.Src.At(s.Pos)
			if around.Op != token.LAND || p == nil {
				return nil
			}
			rest := around.X
			if rest == ast.Expr(not) {
				rest = around.Y
			}
			return []analysis.TextEdit{fix.Replace(around, p.Text(rest))}
		}
	}
	return nil
}

// called reports whether the function around may be called from elsewhere than one place.
func (s *Site) called() bool {
	decl, ok := s.Src.Func(s.Pos).(*ast.FuncDecl)
	if !ok {
		return false
	}
	obj := s.Pass.TypesInfo.Defs[decl.Name]
	uses := 0
	for _, used := range s.Pass.TypesInfo.Uses {
		if used == obj {
			uses++
		}
	}
	return uses > 1 || decl.Recv == nil && decl.Name.IsExported()
}
