package outcome

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ctrlruntime"
)

// syntax finds what needs no flow: in what way calls are made, and what is asked
// of nil.
func (l *look) syntax(pass *analysis.Pass, file *ast.File) {
	l.begun, l.called, l.runs = make(map[string]int), make(map[string]int), make(map[string]bool)
	l.left, l.stays = make(map[string]int), make(map[string]int)
	bodies := make(map[*ast.BlockStmt]bool) // of functions
	table := clientgo.NewTable()
	begun := make(map[*ast.CallExpr]bool)
	begin := func(how string, call *ast.CallExpr) {
		begun[call] = true
		l.begun[how+textOf(call.Fun)]++
		switch opIn(table, pass.TypesInfo, call) {
		case clientgo.OpWait, clientgo.OpWaitFor, clientgo.OpWaitCache:
			l.faults[beside]++
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			bodies[n.Body] = true
		case *ast.FuncLit:
			bodies[n.Body] = true
		case *ast.BlockStmt:
			l.block(n.List, bodies[n])
		case *ast.CaseClause:
			l.block(n.Body, false)
		case *ast.CommClause:
			l.block(n.Body, false)
		case *ast.GoStmt:
			begin("go ", n.Call)
		case *ast.DeferStmt:
			begin("defer ", n.Call)
		case *ast.CallExpr:
			switch opIn(table, pass.TypesInfo, n) {
			case clientgo.OpRun, clientgo.OpStartCache:
				l.runs[textOf(n.Fun)] = true
			}
			if !begun[n] {
				l.called[textOf(n.Fun)]++
			}
		case *ast.IfStmt:
			if len(n.Body.List) == 0 && n.Else == nil {
				l.faults[idle]++
			}
		case *ast.BinaryExpr:
			if name := nilIn(n); name != "" && asks(n.Y, name) {
				l.faults[asksNil]++
			}
		}
		return true
	})
}

// block notes, for what a list of statements calls, whether the list ends with a
// jump. A function is left at its end anyway.
func (l *look) block(list []ast.Stmt, body bool) {
	of := l.stays
	if len(list) > 0 && !body {
		switch list[len(list)-1].(type) {
		case *ast.ReturnStmt, *ast.BranchStmt:
			of = l.left
		}
	}
	for _, stmt := range list {
		if calls := callsIn(stmt); len(calls) > 0 {
			of[strings.Join(calls, "; ")]++
		}
	}
}

// nilIn is what is nil when the right side of an operator is looked at.
func nilIn(both *ast.BinaryExpr) string {
	test, ok := ast.Unparen(both.X).(*ast.BinaryExpr)
	for ok && test.Op == both.Op { // a && x == nil && b
		test, ok = ast.Unparen(test.Y).(*ast.BinaryExpr)
	}
	if !ok || both.Op != token.LAND && both.Op != token.LOR {
		return ""
	}
	if is := test.Op == token.EQL; !is && test.Op != token.NEQ || is != (both.Op == token.LAND) {
		return ""
	}
	if id, ok := ast.Unparen(test.Y).(*ast.Ident); ok && id.Name == "nil" {
		return types.ExprString(ast.Unparen(test.X))
	}
	return ""
}

// asks: a method of a thing is called, or a field of it is looked at.
func asks(e ast.Expr, name string) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BinaryExpr: // x == nil || ...
			return !(n.Op == token.LAND || n.Op == token.LOR) || !strings.Contains(types.ExprString(n.X), "nil")
		case *ast.SelectorExpr:
			found = found || types.ExprString(ast.Unparen(n.X)) == name
		}
		return !found
	})
	return found
}

// begun says what is begun or deferred in one package and called in the other.
// An informer that is run may be run in a goroutine with an edit.
func begun(was, is *look, calls bool) string {
	names := make(map[string]bool)
	for _, l := range []*look{was, is} {
		for name := range l.begun {
			_, callee, _ := strings.Cut(name, " ")
			names[callee] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		more := func(how string) int { return is.begun[how+name] - was.begun[how+name] }
		called := is.called[name] - was.called[name]
		gone, deferred := more("go "), more("defer ")
		literal := strings.HasPrefix(name, literals)
		switch {
		case gone < 0 && !calls, gone < 0 && !literal && called < -gone, deferred < 0:
			return fmt.Sprintf("with it, %s is not begun any more where it was", name)
		case deferred > 0 && (called < 0 || gone < 0), gone > 0 && called < 0 && !is.runs[name]:
			return fmt.Sprintf("with it, %s is deferred, or begun with go, where it was called", name)
		}
	}
	return ""
}

// literals is how the text of a function literal begins.
const literals = "func() { "

// textOf is what is called, as text; that of a function literal is what it calls.
func textOf(fun ast.Expr) string {
	lit, ok := ast.Unparen(fun).(*ast.FuncLit)
	if !ok {
		return types.ExprString(fun)
	}
	return literals + strings.Join(callsIn(lit.Body), "; ") + " }"
}

// callsIn are the calls in a piece of source, but for those that make errors.
func callsIn(n ast.Node) (out []string) {
	ast.Inspect(n, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if _, literal := ast.Unparen(call.Fun).(*ast.FuncLit); literal {
			return true // what is in it is called
		}
		switch types.ExprString(call.Fun) {
		case "errors.New", "fmt.Errorf":
		default:
			out = append(out, types.ExprString(call))
		}
		return true
	})
	return out
}

func opIn(table *clientgo.Table, info *types.Info, call *ast.CallExpr) clientgo.Op {
	fn, ok := typeutil.Callee(info, call).(*types.Func)
	if !ok {
		return clientgo.OpNone
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && fn.Signature().Recv() != nil {
		return opOf(table, fn, info.TypeOf(sel.X))
	}
	return opOf(table, fn, nil)
}

// opOf is what a call of a function is to informers, or to caches of
// controller-runtime; recv is what a method is called on.
func opOf(table *clientgo.Table, fn *types.Func, recv types.Type) clientgo.Op {
	if recv == nil {
		return table.FuncOp(fn.Origin())
	}
	if op := ctrlruntime.OpOf(fn); op != clientgo.OpNone {
		return op
	}
	if clientgo.Primitive(recv) {
		return table.MethodOp(recv, fn.Name())
	}
	return clientgo.OpNone
}
