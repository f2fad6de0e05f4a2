package lazycache

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/engine/judge"
	"github.com/informerlint/informerlint/internal/fix"
)

// fixes are candidates for a verdict's fix.
func fixes(pass *analysis.Pass, src *fix.Source, v engine.CacheVerdict) []analysis.SuggestedFix {
	switch v.Rule {
	case judge.UnregisteredRead:
		return getInformer(pass, src, v)
	case judge.ReadBeforeSync:
		return apiReader(pass, src, v)
	}
	return nil
}

// apiReader has a read ask the API server: mgr.GetClient().Get becomes
// mgr.GetAPIReader().Get. Selectors of fields are answered by the cache's own
// indexes, so with options other than a namespace and labels there is no fix.
func apiReader(pass *analysis.Pass, src *fix.Source, v engine.CacheVerdict) []analysis.SuggestedFix {
	if !v.Read.Direct || v.Race {
		return nil
	}
	p := src.At(v.ReadAt.Pos)
	if p == nil || p.Call == nil {
		return nil
	}
	read, ok := p.Call.Fun.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	client, ok := ast.Unparen(read.X).(*ast.CallExpr)
	if !ok {
		return nil
	}
	get, ok := client.Fun.(*ast.SelectorExpr)
	if !ok || get.Sel.Name != "GetClient" && get.Sel.Name != "GetCache" || p.Call.Ellipsis.IsValid() {
		return nil
	}
	plain := 3
	if v.Read.Call == "List" {
		plain = 2
	}
	for _, option := range p.Call.Args[min(plain, len(p.Call.Args)):] {
		switch named, _ := types.Unalias(pass.TypesInfo.TypeOf(option)).(*types.Named); {
		case named == nil, named.Obj().Name() != "InNamespace" && named.Obj().Name() != "MatchingLabels":
			return nil
		}
	}
	return fix.Suggest("Read from the API server", fix.Replace(get.Sel, "GetAPIReader"))
}

// getInformer makes the informer before the cache is started:
//
//	if _, err := pods.GetInformer(ctx, &corev1.Pod{}); err != nil {
//		return err
//	}
func getInformer(pass *analysis.Pass, src *fix.Source, v engine.CacheVerdict) []analysis.SuggestedFix {
	if !v.Read.Direct || v.Read.Form != "structured" {
		return nil
	}
	start, birth, wait := src.At(v.Start.Pos), src.At(v.Birth.Pos), src.At(v.Wait.Pos)
	read := src.At(v.ReadAt.Pos)
	if read == nil || read.Call == nil || start == nil || birth == nil || wait == nil || wait.Call == nil || len(wait.Call.Args) != 1 || start.Decl != birth.Decl {
		return nil
	}
	if _, ok := start.Stmt.(*ast.GoStmt); !ok {
		return nil
	}
	// The variable that holds the cache or cluster, and its error check.
	assign, ok := birth.Stmt.(*ast.AssignStmt)
	if !ok || len(assign.Lhs) == 0 {
		return nil
	}
	made, ok := assign.Lhs[0].(*ast.Ident)
	ctx := wait.Call.Args[0]
	if !ok || !start.Visible(made) || !start.Visible(ctx) || !isContext(pass.TypesInfo.TypeOf(ctx)) {
		return nil
	}
	give := birth.LeaveLike()
	typ := objectType(pass, src, start, read.Call, v.Read.Call)
	if give == "" || typ == "" {
		return nil
	}
	holder := made.Name
	if v.Role != cache {
		holder += ".GetCache()"
	}
	return fix.Suggest("Make the informer before Start", start.Before(
		fmt.Sprintf("if _, err := %s.GetInformer(%s, &%s{}); err != nil {", holder, start.Text(ctx), typ),
		"\t"+give,
		"}",
	))
}

func isContext(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "context" && named.Obj().Name() == "Context"
}

// objectType is the type of the objects that a call reads, as the file names
// it; "" if the file does not import it.
func objectType(pass *analysis.Pass, src *fix.Source, start *fix.Place, read *ast.CallExpr, method string) string {
	i := 2
	if method == "List" {
		i = 1
	}
	if i >= len(read.Args) {
		return ""
	}
	typ := pass.TypesInfo.TypeOf(read.Args[i])
	if p, ok := types.Unalias(typ).(*types.Pointer); ok {
		typ = p.Elem()
	}
	if method == "List" {
		obj, _, _ := types.LookupFieldOrMethod(typ, true, nil, "Items")
		items, ok := obj.(*types.Var)
		if !ok {
			return ""
		}
		slice, ok := items.Type().Underlying().(*types.Slice)
		if !ok {
			return ""
		}
		typ = slice.Elem()
		if p, ok := types.Unalias(typ).(*types.Pointer); ok {
			typ = p.Elem()
		}
	}
	named, ok := types.Unalias(typ).(*types.Named)
	if !ok || named.TypeArgs().Len() > 0 {
		return ""
	}
	if src.Local(named) {
		return named.Obj().Name()
	}
	name := src.Import(start.Stmt.Pos(), func(p *types.Package) bool { return p == named.Obj().Pkg() })
	if name == "" {
		return ""
	}
	return name + "." + named.Obj().Name()
}
