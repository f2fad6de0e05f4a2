package outcome

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// What is under a condition, in a loop or in a function literal may not be done. An
// edit may not put a call there that was made in any case, nor add a condition of
// its own: a story tells what is done to one informer, and not that what a fix is
// for, like what SetTransform is given, is done on some ways alone.

// guards notes which calls of a file are made in any case once their function is
// called, as far as blocks say that, and counts the conditions that nothing before
// them has decided.
func (l *look) guards(pass *analysis.Pass, file *ast.File) {
	l.always, l.ever = make(map[string]int), make(map[string]int)
	var walk func(n ast.Node, guarded bool)
	walk = func(n ast.Node, guarded bool) {
		ast.Inspect(n, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				name := called(call)
				l.ever[name]++
				if !guarded {
					l.always[name]++
				}
			}
			sure, unsure := parts(n)
			if sure == nil && unsure == nil {
				return true
			}
			l.asks(pass, n)
			for _, part := range sure {
				if part != nil {
					walk(part, guarded)
				}
			}
			for _, part := range unsure {
				if part != nil {
					walk(part, true)
				}
			}
			return false
		})
	}
	walk(file, false)
	l.hidden(pass, file)
}

// parts are what is done whenever a statement or function literal is come to, and
// what may not be; nothing of what has no such parts.
func parts(n ast.Node) (sure, unsure []ast.Node) {
	switch n := n.(type) {
	case *ast.IfStmt:
		return []ast.Node{n.Init, n.Cond}, []ast.Node{n.Body, n.Else}
	case *ast.ForStmt:
		return []ast.Node{n.Init, n.Cond}, []ast.Node{n.Post, n.Body}
	case *ast.RangeStmt:
		return []ast.Node{n.X}, []ast.Node{n.Body}
	case *ast.CaseClause:
		for _, e := range n.List {
			sure = append(sure, e)
		}
		for _, stmt := range n.Body {
			unsure = append(unsure, stmt)
		}
	case *ast.CommClause:
		unsure = append(unsure, n.Comm)
		for _, stmt := range n.Body {
			unsure = append(unsure, stmt)
		}
	case *ast.FuncLit:
		unsure = []ast.Node{n.Body}
	}
	return sure, unsure
}

// asks counts the conditions of a statement that nothing before it has decided.
func (l *look) asks(pass *analysis.Pass, n ast.Node) {
	switch n := n.(type) {
	case *ast.IfStmt:
		if undecided(pass, n.Cond) && !ofInit(n) {
			l.faults[conditional]++
		}
	case *ast.ForStmt:
		if n.Cond == nil || undecided(pass, n.Cond) {
			l.faults[loops]++
		}
	case *ast.RangeStmt:
		if undecided(pass, n.X) {
			l.faults[loops]++
		}
	case *ast.CaseClause:
		for _, e := range n.List {
			if t := pass.TypesInfo.TypeOf(e); t != nil && types.Identical(t.Underlying(), types.Typ[types.Bool]) && undecided(pass, e) {
				l.faults[conditional]++
			}
		}
	}
}

// ofInit: an if statement asks what its own assignment has found out, of a type or by
// a call, whatever the variable is called.
func ofInit(n *ast.IfStmt) (found bool) {
	assign, ok := n.Init.(*ast.AssignStmt)
	if !ok || len(assign.Rhs) != 1 {
		return false
	}
	switch ast.Unparen(assign.Rhs[0]).(type) {
	case *ast.TypeAssertExpr, *ast.CallExpr, *ast.IndexExpr:
	default:
		return false
	}
	for _, e := range assign.Lhs {
		id, ok := e.(*ast.Ident)
		ast.Inspect(n.Cond, func(n ast.Node) bool {
			asked, is := n.(*ast.Ident)
			found = found || ok && is && asked.Name == id.Name
			return !found
		})
	}
	return found
}

// hidden counts the errors that are declared where the function has one of the
// same name around. What is assigned to one is not seen in the other.
func (l *look) hidden(pass *analysis.Pass, file *ast.File) {
	own := make(map[*types.Scope]bool) // of an if statement, which looks at it itself
	ast.Inspect(file, func(n ast.Node) bool {
		if stmt, ok := n.(*ast.IfStmt); ok {
			own[pass.TypesInfo.Scopes[stmt]] = true
		}
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		v, ok := pass.TypesInfo.Defs[id].(*types.Var)
		if !ok || v.IsField() || v.Parent() == nil || v.Parent() == pass.Pkg.Scope() || own[v.Parent()] || !isError(v) {
			return true
		}
		if _, other := v.Parent().Parent().LookupParent(v.Name(), v.Pos()); other != nil && other.Parent() != pass.Pkg.Scope() && isError(other) {
			l.faults[hides]++
		}
		return true
	})
}

func isError(obj types.Object) bool {
	v, ok := obj.(*types.Var)
	return ok && types.Identical(v.Type(), types.Universe.Lookup("error").Type())
}

// called is the name of what is called, without what it is called on: a fix may
// ask another one.
func called(call *ast.CallExpr) string {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.SelectorExpr:
		return fun.Sel.Name
	case *ast.Ident:
		return fun.Name
	}
	return ""
}

// undecided: a condition that asks neither what a call has returned, nor an error,
// nor whether something of some type was there, nor what is nil, nor two UIDs.
func undecided(pass *analysis.Pass, e ast.Expr) bool {
	decided := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			decided = true
		case *ast.UnaryExpr:
			decided = decided || n.Op == token.ARROW
		case *ast.SelectorExpr:
			decided = decided || strings.HasSuffix(n.Sel.Name, "UID")
		case *ast.Ident:
			obj := pass.TypesInfo.ObjectOf(n)
			v, ok := obj.(*types.Var)
			if _, isNil := obj.(*types.Nil); isNil {
				decided = true
			}
			decided = decided || ok && !v.IsField() && (n.Name == "ok" || v.Parent() != pass.Pkg.Scope() && isError(v))
		}
		return !decided
	})
	return !decided
}

// onSomeWays is what was called in any case, and is called on some ways alone.
func onSomeWays(was, is *look) string {
	var names []string
	for name, n := range was.always {
		if name != "" && is.always[name] < n && is.ever[name] >= was.ever[name] {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "with it, " + slices.Min(names) + " is called on some ways only"
}
