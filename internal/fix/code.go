package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
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
		if p.src.Mentions(ifs.Cond, obj) {
			return true
		}
	}
	return false
}

// Appends reports whether what is set at a position is a slice that gets more
// elements: x = append(x, y).
func (s *Source) Appends(pos token.Pos) bool {
	p := s.At(pos)
	if p == nil {
		return false
	}
	as, ok := p.Stmt.(*ast.AssignStmt)
	if !ok || len(as.Lhs) != 1 || len(as.Rhs) != 1 {
		return false
	}
	call, ok := ast.Unparen(as.Rhs[0]).(*ast.CallExpr)
	if !ok || len(call.Args) < 2 {
		return false
	}
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	return ok && s.pass.TypesInfo.Uses[id] == types.Universe.Lookup("append") && types.ExprString(call.Args[0]) == types.ExprString(as.Lhs[0])
}

// Mentions reports whether a variable is said in a part of the source.
func (s *Source) Mentions(in ast.Node, v types.Object) (yes bool) {
	ast.Inspect(in, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		yes = yes || ok && s.pass.TypesInfo.Uses[id] == v
		return !yes
	})
	return yes
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

// Alone reports whether the call at the place is a statement of its own.
func (p *Place) Alone() bool {
	es, ok := p.Stmt.(*ast.ExprStmt)
	return ok && p.Call != nil && ast.Unparen(es.X) == ast.Expr(p.Call)
}

// Carry returns an expression as it can be said at another place: variables that
// are not known there are replaced by what they were made of, as far as that is
// a chain. It fails if something remains that is not known there.
func (p *Place) Carry(e ast.Expr, to *Place) (ast.Expr, bool) {
	for {
		id, ok := e.(*ast.Ident)
		if !ok || to.Visible(id) {
			break
		}
		def := p.Definition(id)
		if def == nil || !IsChain(def) {
			break
		}
		e = def
	}
	return e, IsChain(e) && to.Visible(e)
}

// On writes the call at the place for another receiver; "" if it has none.
func (p *Place) On(receiver string) string {
	sel, ok := p.Call.Fun.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	var args []string
	for _, a := range p.Call.Args {
		args = append(args, p.Text(a))
	}
	return receiver + "." + sel.Sel.Name + "(" + strings.Join(args, ", ") + ")"
}

// Next returns the call of the same receiver that is the next statement, if its
// method's name begins like that.
func (p *Place) Next(method string) ast.Expr {
	if p.I+1 >= len(p.List) {
		return nil
	}
	es, ok := p.List[p.I+1].(*ast.ExprStmt)
	if !ok {
		return nil
	}
	call, ok := es.X.(*ast.CallExpr)
	if !ok {
		return nil
	}
	next, ok := call.Fun.(*ast.SelectorExpr)
	this, ok2 := p.Call.Fun.(*ast.SelectorExpr)
	if !ok || !ok2 || !strings.HasPrefix(next.Sel.Name, method) || p.Text(next.X) != p.Text(this.X) {
		return nil
	}
	return call
}

// OnlySelected reports whether a file mentions a variable only to select from it.
func (s *Source) OnlySelected(file *ast.File, v types.Object) bool {
	only := true
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if id, ok := n.X.(*ast.Ident); ok && s.pass.TypesInfo.Uses[id] == v {
				return false
			}
		case *ast.Ident:
			only = only && s.pass.TypesInfo.Uses[n] != v
		}
		return only
	})
	return only
}

// FieldsOnly reports whether the variable that is assigned on a path from an
// expression outwards, or that a type switch binds there, is only used for its
// fields.
func (src *Source) FieldsOnly(file *ast.File, path []ast.Node) bool {
	var vars []types.Object
	for _, n := range path {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if id, ok := n.Lhs[0].(*ast.Ident); ok {
				if n.Tok != token.DEFINE && id.Name != "_" {
					return false // a variable that is declared elsewhere
				}
				if obj := src.pass.TypesInfo.Defs[id]; obj != nil {
					vars = append(vars, obj)
				}
			}
		case *ast.CaseClause:
			if len(n.List) != 1 {
				return true // the variable has the type of the interface
			}
			if obj := src.pass.TypesInfo.Implicits[n]; obj != nil {
				vars = append(vars, obj)
			}
		}
	}
	return !slices.ContainsFunc(vars, func(v types.Object) bool { return !src.OnlySelected(file, v) })
}

// Func returns the innermost function around a position, a declaration or a
// literal; nil if there is none.
func (s *Source) Func(pos token.Pos) ast.Node {
	for _, n := range s.Path(pos) {
		switch n.(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return n
		}
	}
	return nil
}

// TypeOf is the type of an expression around the place.
func (p *Place) TypeOf(e ast.Expr) types.Type { return p.pass.TypesInfo.TypeOf(e) }

// Callee is the function or method that a call around the place names; nil if it is
// none that is declared.
func (p *Place) Callee(call *ast.CallExpr) *types.Func {
	return typeutil.StaticCallee(p.pass.TypesInfo, call)
}
