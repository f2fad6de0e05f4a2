package latesetup

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/fix"
)

// moveUp moves the statement of the setting in front of the start, if both are
// statements of one block and all that the setting mentions is there before the
// start and stays what it is.
func moveUp(pass *analysis.Pass, v engine.Verdict) []analysis.SuggestedFix {
	start, set := fix.At(pass, v.Start.Pos), fix.At(pass, v.Anchor.Pos)
	if start == nil || set == nil || set.Call == nil || start.File != set.File || v.Setting.Pos != v.Anchor.Pos {
		return nil
	}
	k, ok := start.Outer(set)
	if !ok || k <= start.I || start.List[k] != set.Stmt {
		return nil
	}
	switch s := set.Stmt.(type) {
	case *ast.ExprStmt:
		ok = ast.Unparen(s.X) == ast.Expr(set.Call)
	case *ast.AssignStmt: // _ = informer.SetTransform(f)
		ok = s.Tok == token.ASSIGN && len(s.Lhs) == 1 && blank(s.Lhs[0]) && ast.Unparen(s.Rhs[0]) == ast.Expr(set.Call)
	default:
		ok = false
	}
	if !ok {
		return nil
	}
	if k > start.I+1 && slices.ContainsFunc(set.Call.Args, calls) {
		return nil // what they give may depend on what comes between
	}
	between := start.List[start.I:k]
	text := set.Text(set.Stmt)
	if !unchanged(pass, set.Stmt, between) {
		// What the informer is called may be new, and what it stands for old.
		sel, isSel := set.Call.Fun.(*ast.SelectorExpr)
		id, isIdent := (*ast.Ident)(nil), false
		if isSel {
			id, isIdent = ast.Unparen(sel.X).(*ast.Ident)
		}
		if !isIdent {
			return nil
		}
		def := set.Definition(id)
		if def == nil || !fix.IsChain(def) || !unchanged(pass, def, between) {
			return nil
		}
		for _, arg := range set.Call.Args {
			if !unchanged(pass, arg, between) {
				return nil
			}
		}
		at := pass.Fset.Position(set.Stmt.Pos()).Offset
		from, to := pass.Fset.Position(id.Pos()).Offset-at, pass.Fset.Position(id.End()).Offset-at
		text = text[:from] + set.Text(def) + text[to:]
	}
	return []analysis.SuggestedFix{{
		Message:   "Call it before the start",
		TextEdits: []analysis.TextEdit{start.Before(text), start.Delete(k)},
	}}
}

// calls reports whether an expression calls something when it is evaluated.
func calls(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.CallExpr:
			found = true
		case *ast.FuncLit:
			return false
		}
		return !found
	})
	return found
}

func blank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}

// unchanged reports whether nothing that a node mentions is declared, set, or
// handed on by its address in some statements, which come before it.
func unchanged(pass *analysis.Pass, n ast.Node, statements []ast.Stmt) bool {
	used := make(map[types.Object]bool)
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if obj, ok := pass.TypesInfo.Uses[id].(*types.Var); ok && !obj.IsField() {
				used[obj] = true
			}
		}
		return true
	})
	// changes: the variable that an expression leads to is one of them.
	changes := func(e ast.Expr) bool {
		for {
			switch x := ast.Unparen(e).(type) {
			case *ast.Ident:
				return used[pass.TypesInfo.ObjectOf(x)]
			case *ast.SelectorExpr:
				e = x.X
			case *ast.IndexExpr:
				e = x.X
			case *ast.StarExpr:
				e = x.X
			default:
				return false
			}
		}
	}
	ok := true
	for _, s := range statements {
		ast.Inspect(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				ok = ok && !slices.ContainsFunc(n.Lhs, changes)
			case *ast.IncDecStmt:
				ok = ok && !changes(n.X)
			case *ast.UnaryExpr:
				ok = ok && (n.Op != token.AND || !changes(n.X))
			case *ast.RangeStmt:
				ok = ok && (n.Key == nil || !changes(n.Key)) && (n.Value == nil || !changes(n.Value))
			case *ast.ValueSpec:
				for _, name := range n.Names {
					ok = ok && !used[pass.TypesInfo.Defs[name]]
				}
			}
			return ok
		})
	}
	return ok
}
