package fix

import (
	"go/ast"
	"go/types"
)

// IsChain reports whether an expression is made of names, selectors and calls
// without arguments (or ForResource) only, so that it can be evaluated anywhere
// its names are known.
func IsChain(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return IsChain(e.X)
	case *ast.CallExpr:
		sel, ok := e.Fun.(*ast.SelectorExpr)
		return ok && IsChain(e.Fun) && (len(e.Args) == 0 || sel.Sel.Name == "ForResource" && IsChain(e.Args[0]))
	}
	return false
}

// CanFollow reports whether something can run behind the statement.
func (p *Place) CanFollow() bool {
	switch p.Stmt.(type) {
	case *ast.ReturnStmt, *ast.BranchStmt, *ast.GoStmt, *ast.DeferStmt:
		return false
	}
	return true
}

// WithCheck keeps "x, err := New(...)" together with its error check: it
// returns the index of the check, or of the statement itself.
func (p *Place) WithCheck(k int) int {
	as, ok := p.List[k].(*ast.AssignStmt)
	if !ok || k+1 >= len(p.List) {
		return k
	}
	if ifs, ok := p.List[k+1].(*ast.IfStmt); ok && p.checksError(as, ifs) {
		return k + 1
	}
	return k
}

// checksError: the if statement tests a variable that the assignment sets.
func (p *Place) checksError(as *ast.AssignStmt, ifs *ast.IfStmt) bool {
	for _, l := range as.Lhs {
		id, ok := l.(*ast.Ident)
		if !ok {
			continue
		}
		obj := p.pass.TypesInfo.ObjectOf(id)
		if obj == nil || obj.Type().String() != "error" {
			continue
		}
		found := false
		ast.Inspect(ifs.Cond, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && p.pass.TypesInfo.Uses[id] == obj {
				found = true
			}
			return true
		})
		if found {
			return true
		}
	}
	return false
}

// HasField reports whether an expression has a field of that name.
func (p *Place) HasField(x ast.Expr, field string) bool {
	tv, ok := p.pass.TypesInfo.Types[x]
	if !ok {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(tv.Type, true, p.pass.Pkg, field)
	_, isVar := obj.(*types.Var)
	return isVar
}

// Assigned returns the variable that a "x := New(...)" statement declares with
// the call at the place, nil if there is none.
func (p *Place) Assigned() *ast.Ident {
	as, ok := p.Stmt.(*ast.AssignStmt)
	if !ok || len(as.Rhs) != 1 || len(as.Lhs) < 1 || ast.Unparen(as.Rhs[0]) != ast.Expr(p.Call) {
		return nil
	}
	id, ok := as.Lhs[len(as.Lhs)-1].(*ast.Ident)
	if len(as.Lhs) == 1 {
		id, ok = as.Lhs[0].(*ast.Ident)
	}
	if !ok || id.Name == "_" {
		return nil
	}
	return id
}

// StopExpr is a stop channel that the function around the place gets, as an
// expression; "" if it gets none.
func (p *Place) StopExpr() string {
	var params *ast.FieldList
	switch f := p.Func.(type) {
	case *ast.FuncDecl:
		params = f.Type.Params
	case *ast.FuncLit:
		params = f.Type.Params
	}
	if params == nil {
		return ""
	}
	for _, f := range params.List {
		t := p.pass.TypesInfo.TypeOf(f.Type)
		for _, name := range f.Names {
			if name.Name == "_" {
				continue
			}
			if types.TypeString(t, nil) == "context.Context" {
				return name.Name + ".Done()"
			}
			if ch, ok := t.Underlying().(*types.Chan); ok && ch.Dir() != types.SendOnly {
				if st, ok := ch.Elem().Underlying().(*types.Struct); ok && st.NumFields() == 0 {
					return name.Name
				}
			}
		}
	}
	return ""
}
