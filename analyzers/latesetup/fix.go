package latesetup

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/engine/judge"
	"github.com/informerlint/informerlint/internal/fix"
)

// moveUp moves the statement of the setting before the start, if both are
// statements of one block and all that the setting mentions is there before the
// start and stays what it is.
func moveUp(pass *analysis.Pass, src *fix.Source, v engine.Verdict) []analysis.SuggestedFix {
	start, set := src.At(v.At(judge.Start).Pos), src.At(v.Anchor.Pos)
	if start == nil || set == nil || set.Call == nil || start.File != set.File || v.At(judge.Setting).Pos != v.Anchor.Pos {
		return nil
	}
	k, ok := start.Below(set)
	if !ok {
		return nil
	}
	switch s := set.Stmt.(type) {
	case *ast.ExprStmt:
		ok = ast.Unparen(s.X) == ast.Expr(set.Call)
	case *ast.AssignStmt: // _ = informer.SetTransform(f)
		ok = s.Tok == token.ASSIGN && len(s.Lhs) == 1 && fix.Blank(s.Lhs[0]) && ast.Unparen(s.Rhs[0]) == ast.Expr(set.Call)
	default:
		ok = false
	}
	if !ok {
		return nil
	}
	if k > start.I+1 && slices.ContainsFunc(set.Call.Args, fix.Calls) {
		return nil // what they give may depend on what comes between
	}
	between := start.List[start.I:k]
	text := set.Text(set.Stmt)
	if !set.Unchanged(set.Stmt, between) {
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
		if def == nil || !fix.IsChain(def) || !set.Unchanged(def, between) {
			return nil
		}
		for _, arg := range set.Call.Args {
			if !set.Unchanged(arg, between) {
				return nil
			}
		}
		at := pass.Fset.Position(set.Stmt.Pos()).Offset
		from, to := pass.Fset.Position(id.Pos()).Offset-at, pass.Fset.Position(id.End()).Offset-at
		text = text[:from] + set.Text(def) + text[to:]
	}
	text, gone := start.Moving(k, text)
	return fix.Suggest("Call it before the start", start.Before(text), gone)
}
