package alias

import (
	"go/ast"
	"slices"

	"github.com/informerlint/informerlint/internal/fix"
)

// Checked returns the index of the last of the statements after an assignment
// that ask for its error, or whether there is anything.
func (x *Body) Checked(p *fix.Place, as *ast.AssignStmt) int {
	k := p.I
	for k+1 < len(p.List) {
		ifs, ok := p.List[k+1].(*ast.IfStmt)
		if !ok || !slices.ContainsFunc(as.Lhs[1:], func(l ast.Expr) bool { return x.mentions(ifs.Cond, l) }) {
			break
		}
		k++
	}
	return k
}

func (x *Body) mentions(in, e ast.Expr) bool {
	obj := x.Object(e)
	return obj != nil && x.Src.Mentions(in, obj)
}
