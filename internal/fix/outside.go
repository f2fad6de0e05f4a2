package fix

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"
)

// Outside is the call at q, which stands in the function that is called at p, as
// it can be said at p: with the receiver and the arguments there for the
// parameters. It is "" if that cannot be said.
func (p *Place) Outside(q *Place) string {
	if q == nil || p.Call == nil || q.Call == nil || q.Decl == nil || !q.always() {
		return ""
	}
	if lit, ok := ast.Unparen(p.Call.Fun).(*ast.FuncLit); ok {
		if q.Func != ast.Node(lit) || len(p.Call.Args) > 0 || !p.Visible(q.Call) {
			return ""
		}
		return p.Text(q.Call)
	}
	if q.Func != ast.Node(q.Decl) {
		return ""
	}
	callee, ok := typeutil.Callee(p.pass.TypesInfo, p.Call).(*types.Func)
	if !ok || callee.Pos() != q.Decl.Name.Pos() || callee.Signature().Variadic() {
		return ""
	}
	given := make(map[types.Object]ast.Expr)
	if recv := q.Decl.Recv; recv != nil {
		sel, ok := ast.Unparen(p.Call.Fun).(*ast.SelectorExpr)
		if !ok || len(recv.List[0].Names) != 1 {
			return ""
		}
		given[p.pass.TypesInfo.Defs[recv.List[0].Names[0]]] = sel.X
	}
	n := 0
	for _, f := range q.Decl.Type.Params.List {
		for _, name := range f.Names {
			if n < len(p.Call.Args) {
				given[p.pass.TypesInfo.Defs[name]] = p.Call.Args[n]
			}
			n++
		}
	}
	if q.sets(given) {
		return ""
	}
	text, ok := p.said(q.Call, given)
	if !ok {
		return ""
	}
	return text
}

// always: whoever calls the function around q gets to q, unless something before
// it blocks or panics.
func (q *Place) always() bool {
	var body *ast.BlockStmt
	switch f := q.Func.(type) {
	case *ast.FuncDecl:
		body = f.Body
	case *ast.FuncLit:
		body = f.Body
	}
	if body == nil || q.I >= len(body.List) || body.List[q.I] != q.Stmt || !q.Alone() {
		return false
	}
	leaves := false
	for _, s := range body.List[:q.I] {
		ast.Inspect(s, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.ReturnStmt, *ast.BranchStmt:
				leaves = true
			case *ast.FuncLit:
				return false
			}
			return !leaves
		})
	}
	return !leaves
}

// sets: the function around q sets one of the variables, so that it need not be
// what it was given.
func (q *Place) sets(vars map[types.Object]ast.Expr) bool {
	found := false
	ast.Inspect(q.Decl.Body, func(n ast.Node) bool {
		if as, ok := n.(*ast.AssignStmt); ok {
			for _, l := range as.Lhs {
				if id, ok := l.(*ast.Ident); ok && vars[q.pass.TypesInfo.Uses[id]] != nil {
					found = true
				}
			}
		}
		return !found
	})
	return found
}

// said writes an expression that stands at q for use at p.
func (p *Place) said(e ast.Expr, given map[types.Object]ast.Expr) (string, bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		obj := p.pass.TypesInfo.ObjectOf(e)
		if arg, ok := given[obj]; ok && obj != nil {
			return p.Text(arg), IsChain(arg) && p.Visible(arg)
		}
		return e.Name, p.Visible(e)
	case *ast.SelectorExpr:
		x, ok := p.said(e.X, given)
		return x + "." + e.Sel.Name, ok
	case *ast.CallExpr:
		text, ok := p.said(e.Fun, given)
		text += "("
		for i, a := range e.Args {
			arg, can := p.said(a, given)
			if i > 0 {
				text += ", "
			}
			text, ok = text+arg, ok && can
		}
		return text + ")", ok && !e.Ellipsis.IsValid()
	}
	return "", false
}
