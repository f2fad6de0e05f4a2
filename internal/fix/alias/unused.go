package alias

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// Unused reports whether nobody gets to see what is changed, from a position on, of what
// a variable leads to, of which nobody else has it (Leaks, Stale): only parts of it are
// written, and read to be written. A copy that is made there would be thrown away with the
// change.
func (x *Body) Unused(obj types.Object, after token.Pos) bool {
	if !in(x.BlockStmt, obj.Pos()) {
		return false // a result, or of the function around it
	}
	loops := slices.DeleteFunc(x.loops(after), func(l loop) bool { return in(l.body, obj.Pos()) || ranges(l.stmt, obj.Pos()) })
	used := false
	var path []ast.Node
	ast.Inspect(x.BlockStmt, func(n ast.Node) bool {
		if n == nil {
			path = path[:len(path)-1]
			return true
		}
		path = append(path, n)
		id, ok := n.(*ast.Ident)
		if !ok || used || x.Info.Uses[id] != obj {
			return true
		}
		later := id.Pos() >= after && !apart(path, after) || deferred(path, after) ||
			slices.ContainsFunc(loops, func(l loop) bool { return in(l.stmt, id.Pos()) })
		used = later && !assigned(path) && !x.writes(path, obj)
		return true
	})
	return !used
}

// ranges reports whether a variable at pos is one of a range statement: another one in
// each round. What the first statement of another loop declares goes on.
func ranges(stmt ast.Node, pos token.Pos) bool {
	r, ok := stmt.(*ast.RangeStmt)
	return ok && in(r, pos)
}

// deferred reports whether the last node of a path is in a function literal that a
// position is not in: it may run later.
func deferred(path []ast.Node, pos token.Pos) bool {
	return slices.ContainsFunc(path, func(n ast.Node) bool {
		lit, ok := n.(*ast.FuncLit)
		return ok && !in(lit, pos)
	})
}

// writes reports whether an identifier, the last of a path, is where a part of what it
// leads to is written, or read to be written.
func (x *Body) writes(path []ast.Node, obj types.Object) bool {
	at := len(path) - 1
	child := path[at].(ast.Expr)
	for at--; at > 0; at-- {
		switch n := path[at].(type) {
		case *ast.SelectorExpr, *ast.StarExpr, *ast.ParenExpr:
			child = n.(ast.Expr)
			continue
		case *ast.IndexExpr:
			if n.X == child {
				child = n
				continue
			}
		case *ast.BinaryExpr: // if x.Labels == nil { x.Labels = ... }
			cond, ok := path[at-1].(*ast.IfStmt)
			return ok && cond.Cond == n && (x.Info.Types[n.X].IsNil() || x.Info.Types[n.Y].IsNil())
		case *ast.IncDecStmt:
			return true
		case *ast.CallExpr:
			if sel, ok := child.(*ast.SelectorExpr); ok && n.Fun == child {
				_, alone := path[at-1].(*ast.ExprStmt)
				return alone && setter(sel.Sel.Name)
			}
			id, ok := ast.Unparen(n.Fun).(*ast.Ident)
			if !ok || len(n.Args) == 0 || n.Args[0] != child {
				return false
			}
			_, builtin := x.Info.Uses[id].(*types.Builtin)
			switch {
			case builtin && id.Name == "delete":
				return true
			case builtin && id.Name == "append":
				child = n
				continue
			}
		case *ast.AssignStmt:
			return !slices.ContainsFunc(n.Lhs, func(l ast.Expr) bool {
				_, whole := ast.Unparen(l).(*ast.Ident)
				return whole || x.root(l) != obj
			})
		}
		return false
	}
	return false
}

// setter reports whether a method is called as those are that set a part: SetLabels, and
// not Settle.
func setter(name string) bool {
	rest, ok := strings.CutPrefix(name, "Set")
	return ok && token.IsExported(rest)
}
