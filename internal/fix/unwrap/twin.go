package unwrap

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/fix"
)

// Twin replaces a key function, given by its full name, by the one of the same package that
// knows tombstones, if the client-go in use has it.
func (s *Site) Twin(keyFunc string) []analysis.SuggestedFix {
	k, _ := clientgo.KeyFuncOf(keyFunc)
	call, ok := s.Expr.(*ast.CallExpr)
	if !ok || k.Twin == "" || !s.Alone() {
		return nil
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || "."+sel.Sel.Name != keyFunc[strings.LastIndexByte(keyFunc, '.'):] {
		return nil
	}
	obj := s.Pass.TypesInfo.Uses[sel.Sel]
	if obj == nil || obj.Pkg() == nil || obj.Pkg().Scope().Lookup(k.Twin) == nil {
		return nil
	}
	return fix.Suggest("Use "+k.Twin, fix.Replace(sel.Sel, k.Twin))
}
