package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// function finds the mutants of one function.
func (g *generator) function(f *ast.FuncDecl) {
	g.ends(f.Body, f.Type)
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl, *ast.ArrayType:
			return false // what is constant there has to stay so
		case *ast.FuncLit:
			g.ends(n.Body, n.Type)
		case *ast.BlockStmt:
			g.statements(n.List)
		case *ast.CaseClause:
			g.statements(n.Body)
			g.conditions(n.List...)
		case *ast.IfStmt:
			g.conditions(n.Cond)
		case *ast.ForStmt:
			if n.Cond != nil {
				g.conditions(n.Cond)
			}
		case *ast.AssignStmt:
			g.conditions(n.Rhs...)
		case *ast.CallExpr:
			if told(n) {
				return false
			}
			g.operands(n.Args)
		case *ast.CompositeLit:
			g.operands(values(n))
			g.flags(n)
		case *ast.ReturnStmt:
			g.operands(n.Results)
		case *ast.BinaryExpr:
			g.operator(n)
		case *ast.BasicLit:
			g.number(n)
		}
		return true
	})
}

// told reports whether a call only words what happens, for traces, or says that
// the runtime is used in a way that it is not made for.
func told(call *ast.CallExpr) bool {
	switch fun := call.Fun.(type) {
	case *ast.Ident:
		return fun.Name == "panic"
	case *ast.SelectorExpr:
		return fun.Sel.Name == "Note" || fun.Sel.Name == "Named"
	}
	return false
}

// ends makes sure that the compiler sees the end of a function that has
// results, whichever statement becomes conditional.
func (g *generator) ends(body *ast.BlockStmt, typ *ast.FuncType) {
	if typ.Results != nil && len(typ.Results.List) > 0 {
		at := g.offset(body.Rbrace)
		g.src.wraps = append(g.src.wraps, wrap{at, at, "; panic(`mutant: no result`)", ""})
	}
}

// statements finds the statements of a list that can be left out.
func (g *generator) statements(list []ast.Stmt) {
	for i, s := range list {
		switch s := s.(type) {
		case *ast.ExprStmt:
			if call, ok := s.X.(*ast.CallExpr); ok && told(call) {
				continue
			}
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE {
				continue
			}
		case *ast.ReturnStmt:
			if i > 0 && len(s.Results) > 0 {
				continue // the end of a function
			}
		case *ast.IncDecStmt, *ast.GoStmt, *ast.DeferStmt, *ast.BranchStmt:
		default:
			continue
		}
		g.mutant("dropped", s, "nothing", "if !mutant.On(%d) { ", " }")
	}
}

var opposite = map[token.Token][]string{
	token.EQL: {"!="}, token.NEQ: {"=="},
	token.LSS: {"<=", ">="}, token.LEQ: {"<", ">"}, token.GTR: {">=", "<="}, token.GEQ: {">", "<"},
	token.LAND: {"||"}, token.LOR: {"&&"},
	token.ADD: {"-"}, token.SUB: {"+"},
}

// operator finds the mutants of an expression that has one.
func (g *generator) operator(e *ast.BinaryExpr) {
	tv := g.info.Types[e]
	basic, ok := tv.Type.Underlying().(*types.Basic)
	if !ok || tv.Value != nil {
		return
	}
	for _, op := range opposite[e.Op] {
		instead := g.text(e.X) + " " + op + " " + g.text(e.Y)
		switch {
		case basic.Info()&types.IsInteger != 0:
			g.mutant("operator", e, instead, "mutant.Pick(%d, "+instead+", ", ")")
		case basic.Info()&types.IsBoolean != 0:
			g.mutant("operator", e, instead, "(mutant.On(%d) && ("+instead+") || !mutant.On(%d) && (", "))")
		}
	}
}

// number has one more.
func (g *generator) number(e *ast.BasicLit) {
	tv := g.info.Types[e]
	if n, ok := constant.Int64Val(constant.ToInt(tv.Value)); ok && types.Identical(tv.Type, types.Typ[types.Int]) {
		g.instead("constant", e, fmt.Sprint(n+1))
	}
}

// conditions turns truth values round, if that is not what another operator
// does.
func (g *generator) conditions(list ...ast.Expr) {
	for _, e := range list {
		tv := g.info.Types[e]
		if tv.Type == nil || !tv.IsValue() {
			continue
		}
		if basic, ok := tv.Type.Underlying().(*types.Basic); !ok || basic.Info()&types.IsBoolean == 0 {
			continue
		}
		if b, ok := ast.Unparen(e).(*ast.BinaryExpr); ok {
			if b.Op == token.LAND || b.Op == token.LOR {
				g.conditions(b.X, b.Y)
			}
			continue
		}
		g.mutant("opposite", e, "!("+g.text(e)+")", "mutant.Not(%d, ", ")")
	}
}

// flags sets the truth values of a literal once and for all.
func (g *generator) flags(lit *ast.CompositeLit) {
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok || g.info.Types[kv.Value].Value != nil {
			continue
		}
		if t := g.info.Types[kv.Value].Type; t != nil && types.Identical(types.Default(t), types.Typ[types.Bool]) {
			g.instead("constant", kv.Value, "false")
			g.instead("constant", kv.Value, "true")
		}
	}
}

// operands finds the mutants of a list of arguments, elements or results:
// another variable, another constant of the same type.
func (g *generator) operands(list []ast.Expr) {
	g.conditions(list...)
	for _, e := range list {
		var others []string
		others = append(others, g.neighbours(e, list)...)
		others = append(others, g.variables(e)...)
		for _, other := range others {
			g.instead("operand", e, other)
		}
		for _, other := range g.constants(e) {
			g.instead("constant", e, other)
		}
	}
}

// neighbours are the other elements of a list that could stand for one, by
// type. Variables are left to the next rule.
func (g *generator) neighbours(e ast.Expr, list []ast.Expr) (texts []string) {
	t := g.info.Types[e].Type
	if !simple(e) || t == nil {
		return nil
	}
	for _, other := range list {
		if simple(other) && !g.isVariable(other) && g.info.Types[other].Value == nil &&
			types.Identical(t, g.info.Types[other].Type) && g.text(e) != g.text(other) {
			texts = append(texts, g.text(other))
		}
	}
	return texts
}

func (g *generator) instead(rule string, e ast.Expr, other string) {
	g.mutant(rule, e, other, "mutant.Pick(%d, "+other+", ", ")")
}

// simple reports whether an expression may be evaluated twice.
func simple(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name != "nil" && e.Name != "_"
	case *ast.SelectorExpr:
		return simple(e.X)
	}
	return false
}

func (g *generator) isVariable(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := g.info.Uses[id].(*types.Var)
	return ok && v.Parent() != g.pkg.Scope()
}

// variables are the other variables of the function that could stand for one,
// by type.
func (g *generator) variables(e ast.Expr) (names []string) {
	if !g.isVariable(e) {
		return nil
	}
	id := e.(*ast.Ident)
	t := g.info.Uses[id].Type()
	for scope := g.pkg.Scope().Innermost(e.Pos()); scope != nil && scope != g.pkg.Scope(); scope = scope.Parent() {
		for _, name := range scope.Names() {
			v, ok := scope.Lookup(name).(*types.Var)
			if !ok || name == id.Name || name == "_" || v.Pos() > e.Pos() || !types.Identical(v.Type(), t) || slices.Contains(names, name) {
				continue
			}
			if _, seen := scope.Innermost(e.Pos()).LookupParent(name, e.Pos()); seen == v {
				names = append(names, name)
			}
		}
	}
	return names
}

// constants are the next constant of an enumeration after one that stands there.
// Modes of access are left out: what may run in parallel is compared by searches
// of other kinds, and is not what the runtime does.
func (g *generator) constants(e ast.Expr) []string {
	if !simple(e) {
		return nil
	}
	id, qualifier := e, ""
	if sel, ok := e.(*ast.SelectorExpr); ok {
		id, qualifier = sel.Sel, g.text(sel.X)+"."
	}
	c, ok := g.info.Uses[id.(*ast.Ident)].(*types.Const)
	if !ok || c.Pkg() == nil || strings.HasSuffix(c.Type().String(), "sched.Mode") {
		return nil
	}
	var all []*types.Const
	for _, name := range c.Pkg().Scope().Names() {
		if other, ok := c.Pkg().Scope().Lookup(name).(*types.Const); ok && types.Identical(other.Type(), c.Type()) {
			all = append(all, other)
		}
	}
	slices.SortFunc(all, func(a, b *types.Const) int {
		x, _ := constant.Int64Val(a.Val())
		y, _ := constant.Int64Val(b.Val())
		return cmp.Compare(x, y)
	})
	i := slices.Index(all, c)
	if i < 0 || len(all) < 2 {
		return nil
	}
	return []string{qualifier + all[(i+1)%len(all)].Name()}
}

// values are the values of a composite literal.
func values(lit *ast.CompositeLit) (list []ast.Expr) {
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			e = kv.Value
		}
		list = append(list, e)
	}
	return list
}
