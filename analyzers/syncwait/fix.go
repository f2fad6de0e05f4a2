package syncwait

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/fix"
)

// waitLater moves a wait behind the statement that starts what it waits for.
// Nothing is lost in between: so far the wait has done nothing there.
func waitLater(pass *analysis.Pass, v engine.Verdict) []analysis.SuggestedFix {
	wait, start := fix.At(pass, v.Anchor.Pos), fix.At(pass, v.Start.Pos)
	if wait == nil || start == nil || !movable(wait) || blocks(start, v) {
		return nil
	}
	k, ok := wait.Outer(start)
	if !ok || k <= wait.I || !goesOn(wait.List[k]) {
		return nil
	}
	k = wait.WithCheck(k)
	return fix.Suggest("Wait after Start", wait.Delete(wait.I), wait.After(k, wait.Text(wait.Stmt)))
}

// waitEarlier moves the wait in front of the read, right behind Start, or adds
// one where there is none.
func waitEarlier(pass *analysis.Pass, v engine.Verdict) []analysis.SuggestedFix {
	read, start := fix.At(pass, v.Anchor.Pos), fix.At(pass, v.Start.Pos)
	if read == nil || start == nil || blocks(start, v) {
		return nil
	}
	if k, ok := start.Outer(read); !ok || k <= start.I {
		return nil // started in another block, or after the read
	}
	if !v.Wait.Pos.IsValid() {
		lines := newWait(pass, start)
		if lines == nil {
			return nil
		}
		return fix.Suggest("Wait for the sync", start.After(start.I, lines...))
	}
	wait := fix.At(pass, v.Wait.Pos)
	if wait == nil || !movable(wait) || !start.VisibleAfter(waitCall(wait), start.I) {
		return nil
	}
	if k, ok := start.Outer(wait); !ok || start.List[k] != wait.Stmt {
		return nil
	}
	return fix.Suggest("Wait before the read", start.After(start.I, wait.Text(wait.Stmt)), wait.Delete(wait.I))
}

// workLater moves a go statement behind the wait.
func workLater(pass *analysis.Pass, v engine.Verdict) []analysis.SuggestedFix {
	spawn, wait := fix.At(pass, v.Anchor.Pos), fix.At(pass, v.Wait.Pos)
	if spawn == nil || wait == nil {
		return nil
	}
	if _, ok := spawn.Stmt.(*ast.GoStmt); !ok {
		return nil
	}
	k, ok := spawn.Outer(wait)
	if !ok || k <= spawn.I || !goesOn(spawn.List[k]) || spawn.Func != wait.Func {
		return nil
	}
	k = spawn.WithCheck(k)
	return fix.Suggest("Begin the goroutine after the wait", spawn.Delete(spawn.I), spawn.After(k, spawn.Text(spawn.Stmt)))
}

// movable: the wait is a statement of its own, or the condition of one.
func movable(p *fix.Place) bool {
	switch s := p.Stmt.(type) {
	case *ast.ExprStmt:
		return true
	case *ast.IfStmt:
		return s.Init == nil && s.Else == nil && waitCall(p) != nil
	}
	return false
}

func waitCall(p *fix.Place) ast.Expr {
	switch s := p.Stmt.(type) {
	case *ast.ExprStmt:
		return s.X
	case *ast.IfStmt:
		return s.Cond
	}
	return nil
}

// blocks: what lets the informer run would not return: informer.Run without go.
func blocks(start *fix.Place, v engine.Verdict) bool {
	_, spawned := start.Stmt.(*ast.GoStmt)
	return v.Start.Call == "Run" && !spawned
}

// goesOn: something can be put behind the statement.
func goesOn(s ast.Stmt) bool {
	switch s.(type) {
	case *ast.ReturnStmt, *ast.BranchStmt, *ast.DeferStmt, *ast.ForStmt, *ast.RangeStmt:
		return false
	}
	return true
}

// newWait is the wait that belongs to factory.Start(stop) or go informer.Run(stop).
func newWait(pass *analysis.Pass, start *fix.Place) []string {
	if start.Call == nil || len(start.Call.Args) != 1 {
		return nil
	}
	sel, ok := start.Call.Fun.(*ast.SelectorExpr)
	if !ok || !fix.IsChain(sel.X) {
		return nil
	}
	stop := start.Text(start.Call.Args[0])
	switch sel.Sel.Name {
	case "Start", "StartWithContext":
		return []string{start.Text(sel.X) + ".WaitForCacheSync" + strings.TrimPrefix(sel.Sel.Name, "Start") + "(" + stop + ")"}
	case "RunWithContext":
		stop += ".Done()"
	case "Run":
	default:
		return nil
	}
	cache, leave := imported(pass, start.File, "k8s.io/client-go/tools/cache"), leave(pass, start.File, start.Func)
	if cache == "" || leave == "" {
		return nil
	}
	return []string{"if !" + cache + ".WaitForCacheSync(" + stop + ", " + start.Text(sel.X) + ".HasSynced) {", "\t" + leave, "}"}
}

// imported is the name under which a file imports a package, "" if it does not.
func imported(pass *analysis.Pass, file *ast.File, path string) string {
	for _, spec := range file.Imports {
		if spec.Path.Value != `"`+path+`"` {
			continue
		}
		name := ""
		if pkg := pass.TypesInfo.PkgNameOf(spec); pkg != nil {
			name = pkg.Name()
		}
		if name == "." || name == "_" {
			return ""
		}
		return name
	}
	return ""
}

// leave is a statement that leaves the function because caches did not sync, ""
// if its results do not show how.
func leave(pass *analysis.Pass, file *ast.File, fn ast.Node) string {
	var results *ast.FieldList
	switch f := fn.(type) {
	case *ast.FuncDecl:
		results = f.Type.Results
	case *ast.FuncLit:
		results = f.Type.Results
	}
	if results.NumFields() == 0 {
		return "return"
	}
	if results.NumFields() != 1 || !types.Identical(pass.TypesInfo.TypeOf(results.List[0].Type), types.Universe.Lookup("error").Type()) {
		return ""
	}
	const text = `("caches did not sync")`
	if name := imported(pass, file, "errors"); name != "" {
		return "return " + name + ".New" + text
	}
	if name := imported(pass, file, "fmt"); name != "" {
		return "return " + name + ".Errorf" + text
	}
	return ""
}
