package callers

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// Takes is what a fact says of a function that takes work from a queue of client-go
// for whoever calls it ("q.Get()" of a type that wraps one).
var Takes = []clientgo.Runner{{Param: -1}}

// workqueue is the package of these queues, as it stands in the imports of a file.
const workqueue = `"k8s.io/client-go/util/workqueue"`

// takes reports whether a function takes work in each call, and waits for nothing
// else: whatever it calls besides is a method of the queue, a built-in or a log, or
// converts. Anything more may as well wait for a cache.
func takes(info *types.Info, fd *ast.FuncDecl) bool {
	if !slices.ContainsFunc(fd.Body.List, func(s ast.Stmt) bool { return takesFirst(info, s) }) {
		return false
	}
	plain := true
	ast.Inspect(fd.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt, *ast.FuncLit, *ast.SelectStmt, *ast.ForStmt, *ast.RangeStmt, *ast.DeferStmt, *ast.SendStmt:
			plain = false
		case *ast.UnaryExpr:
			plain = plain && n.Op != token.ARROW
		case *ast.CallExpr:
			plain = plain && harmless(info, n)
		}
		return plain
	})
	return plain
}

// takesFirst: the statement is there whenever the function runs (no branch is around
// it), and takes work.
func takesFirst(info *types.Info, s ast.Stmt) bool {
	var of []ast.Expr
	switch s := s.(type) {
	case *ast.AssignStmt:
		of = s.Rhs
	case *ast.ReturnStmt:
		of = s.Results
	}
	return slices.ContainsFunc(of, func(e ast.Expr) bool {
		call, ok := ast.Unparen(e).(*ast.CallExpr)
		fn := callee(info, call, ok)
		return fn != nil && clientgo.TakesWork(fn)
	})
}

func harmless(info *types.Info, call *ast.CallExpr) bool {
	if tv := info.Types[call.Fun]; tv.IsType() || tv.IsBuiltin() {
		return true
	}
	fn := callee(info, call, true)
	return fn != nil && fn.Pkg() != nil && (strconv.Quote(clientgo.Path(fn.Pkg().Path())) == workqueue || clientgo.Logs(fn) || fn.Pkg().Path() == "fmt")
}

func callee(info *types.Info, call *ast.CallExpr, ok bool) *types.Func {
	if !ok {
		return nil
	}
	var id *ast.Ident
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.SelectorExpr:
		id = f.Sel
	case *ast.Ident:
		id = f
	default:
		return nil
	}
	fn, _ := info.Uses[id].(*types.Func)
	return fn
}
