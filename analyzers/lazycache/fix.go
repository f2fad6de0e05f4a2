package lazycache

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/fix"
	"github.com/informerlint/informerlint/internal/lazy"
)

// fixes are candidates for a verdict's fix.
func fixes(pass *analysis.Pass, v lazy.Verdict) []analysis.SuggestedFix {
	var f *analysis.SuggestedFix
	switch v.Rule {
	case lazy.UnregisteredRead:
		f = getInformer(pass, v)
	case lazy.ReadBeforeSync:
		f = apiReader(pass, v)
	}
	if f == nil {
		return nil
	}
	return []analysis.SuggestedFix{*f}
}

// apiReader has a read ask the API server: mgr.GetClient().Get becomes
// mgr.GetAPIReader().Get. Selectors of fields are answered by the cache's own
// indexes, so with options other than a namespace and labels there is no fix.
func apiReader(pass *analysis.Pass, v lazy.Verdict) *analysis.SuggestedFix {
	call, ok := v.At.(*ssa.Call)
	if !ok || !call.Call.IsInvoke() || call.Call.Method.Name() != v.Read.Call {
		return nil
	}
	p := fix.At(pass, call.Pos())
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
	return &analysis.SuggestedFix{Message: "Read from the API server", TextEdits: []analysis.TextEdit{fix.Replace(get.Sel, "GetAPIReader")}}
}

// getInformer makes the informer before the cache is started:
//
//	if _, err := pods.GetInformer(ctx, &corev1.Pod{}); err != nil {
//		return err
//	}
func getInformer(pass *analysis.Pass, v lazy.Verdict) *analysis.SuggestedFix {
	read, ok := v.At.(*ssa.Call)
	if !ok || !read.Call.IsInvoke() || v.Read.Form != "structured" {
		return nil
	}
	start, birth, wait := fix.At(pass, v.StartAt.Pos()), fix.At(pass, v.Origin.Pos()), fix.At(pass, v.WaitAt.Pos())
	if start == nil || birth == nil || wait == nil || wait.Call == nil || len(wait.Call.Args) != 1 || start.Decl != birth.Decl {
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
	give := giveUp(birth)
	typ := objectType(pass, start.File, read, v.Read.Call)
	if give == "" || typ == "" {
		return nil
	}
	cache := made.Name
	if v.Role != lazy.Cache {
		cache += ".GetCache()"
	}
	return &analysis.SuggestedFix{Message: "Make the informer before Start", TextEdits: []analysis.TextEdit{start.Before(
		fmt.Sprintf("if _, err := %s.GetInformer(%s, &%s{}); err != nil {", cache, start.Text(ctx), typ),
		"\t"+give,
		"}",
	)}}
}

func isContext(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "context" && named.Obj().Name() == "Context"
}

// giveUp is what the function does when its cache cannot be made, as one
// statement that says nothing but the error: "return nil, err", "panic(err)".
// A return that wraps the error in words of its own loses them.
func giveUp(birth *fix.Place) string {
	k := birth.WithCheck(birth.I)
	if k == birth.I {
		return ""
	}
	check, ok := birth.List[k].(*ast.IfStmt)
	if !ok || len(check.Body.List) == 0 {
		return ""
	}
	switch last := check.Body.List[len(check.Body.List)-1].(type) {
	case *ast.ReturnStmt:
		if len(last.Results) == 0 {
			return ""
		}
		var out []string
		for _, r := range last.Results[:len(last.Results)-1] {
			if _, call := ast.Unparen(r).(*ast.CallExpr); call {
				return ""
			}
			out = append(out, birth.Text(r))
		}
		return "return " + strings.Join(append(out, "err"), ", ")
	case *ast.ExprStmt:
		call, ok := last.X.(*ast.CallExpr)
		if ok && len(check.Body.List) == 1 && len(call.Args) == 1 {
			if id, ok := call.Args[0].(*ast.Ident); ok && id.Name == "err" {
				return birth.Text(last)
			}
		}
	}
	return ""
}

// objectType is the type of the objects that a call reads, as the file names
// it; "" if the file does not import it.
func objectType(pass *analysis.Pass, file *ast.File, read *ssa.Call, method string) string {
	i := 2
	if method == "List" {
		i = 1
	}
	mi, ok := read.Call.Args[i].(*ssa.MakeInterface)
	if !ok {
		return ""
	}
	typ := mi.X.Type()
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
	return types.TypeString(named, func(p *types.Package) string { return qualifier(pass, file, p) })
}

// qualifier is the name under which a file knows a package; one that nothing
// has if it does not, so that the result does not compile.
func qualifier(pass *analysis.Pass, file *ast.File, p *types.Package) string {
	if p == pass.Pkg {
		return ""
	}
	for _, spec := range file.Imports {
		obj := pass.TypesInfo.Implicits[spec]
		if spec.Name != nil {
			obj = pass.TypesInfo.Defs[spec.Name]
		}
		if name, ok := obj.(*types.PkgName); ok && name.Imported() == p && token.IsIdentifier(name.Name()) {
			return name.Name()
		}
	}
	return "not_imported"
}
