package syncwait

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/fix"
	"github.com/informerlint/informerlint/internal/gate"
	"github.com/informerlint/informerlint/internal/report"
)

// unchecked: the result of a wait is dropped. It is false, or has a false, if
// the stop channel was closed first; then nothing was synced.
func (c *caller) unchecked(call *ast.CallExpr, op clientgo.Op) {
	if len(call.Args) == 0 || c.neverStops(call.Args[0]) {
		return
	}
	switch s := c.stack[len(c.stack)-2].(type) {
	case *ast.ExprStmt:
	case *ast.AssignStmt:
		for _, l := range s.Lhs {
			if id, ok := l.(*ast.Ident); !ok || id.Name != "_" {
				return
			}
		}
	default:
		return
	}
	stmt := c.stack[len(c.stack)-2]
	var fixes []analysis.SuggestedFix
	p := fix.At(c.pass, call.Lparen)
	if p != nil && ast.Node(p.Stmt) == stmt {
		if leave := leave(c.pass, c.file, p.Func); leave != "" && (op == clientgo.OpWait || isBool(c.pass.TypesInfo.TypeOf(call))) {
			lines := []string{"if !" + p.Text(call) + " {", "\t" + leave, "}"}
			if op == clientgo.OpWait && isMap(c.pass.TypesInfo.TypeOf(call)) {
				lines = []string{"for _, ok := range " + p.Text(call) + " {", "\tif !ok {", "\t\t" + leave, "\t}", "}"}
			} else if op == clientgo.OpWait {
				lines = nil // WaitForCacheSyncWithContext: a result with an error
			}
			if lines != nil {
				fixes = fix.Suggest("Leave if it fails", p.Instead(lines...))
			}
		}
	}
	c.out = append(c.out, gate.Claim{Case: gate.Compiles, Style: true, Finding: report.Finding{
		Pos: call.Pos(), End: call.End(), Rule: UncheckedResult, Fixes: fixes,
		Message: "the result of the wait is dropped: if the stop channel is closed first, what follows reads caches that are not synced; leave the function then",
	}})
}

func isBool(t types.Type) bool {
	return t != nil && types.Identical(t.Underlying(), types.Typ[types.Bool])
}

func isMap(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Map)
	return ok
}

// neverStops: the stop channel is nil, wait.NeverStop or of a context that
// cannot be done: then the wait can only return true.
func (c *caller) neverStops(stop ast.Expr) bool {
	if tv := c.pass.TypesInfo.Types[stop]; tv.IsNil() {
		return true
	}
	if call, ok := ast.Unparen(stop).(*ast.CallExpr); ok {
		if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Done" {
			stop = sel.X
		}
	}
	switch e := ast.Unparen(stop).(type) {
	case *ast.SelectorExpr:
		return e.Sel.Name == "NeverStop"
	case *ast.CallExpr:
		sel, ok := e.Fun.(*ast.SelectorExpr)
		return ok && (sel.Sel.Name == "Background" || sel.Sel.Name == "TODO")
	}
	return false
}
