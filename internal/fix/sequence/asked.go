package sequence

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/fix"
)

// asked is the index of the first statement behind a place, in its block, that needs
// the informers to run: it waits for them, or reads what they have. A Start behind it
// comes too late, and a wait without one never ends. It is the length of the block if
// there is none.
func asked(p *fix.Place) int {
	table := clientgo.NewTable()
	needs := func(sel *ast.SelectorExpr) bool {
		recv := p.TypeOf(sel.X)
		if recv == nil {
			return false
		}
		switch table.MethodOp(recv, sel.Sel.Name) {
		case clientgo.OpHasSynced, clientgo.OpDelivered, clientgo.OpWait, clientgo.OpRead:
			return true
		}
		return clientgo.IsStore(recv) && clientgo.Reads(sel.Sel.Name)
	}
	for k := p.I + 1; k < len(p.List); k++ {
		found := false
		called := make(map[ast.Node]bool)
		ast.Inspect(p.List[k], func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt, *ast.DeferStmt:
				return false // runs beside what follows, or after it
			case *ast.CallExpr:
				called[ast.Unparen(n.Fun)] = true
				fn := p.Callee(n)
				if fn != nil && table.FuncOp(fn) == clientgo.OpWaitFor {
					found = true // for a HasSynced that may stand in a variable
				} else if fn != nil && clientgo.OfWait(fn) {
					for _, arg := range n.Args {
						called[ast.Unparen(arg)] = true // what is polled
					}
				}
			case *ast.FuncLit:
				return called[n] // others are handlers, or run later
			case *ast.SelectorExpr:
				// A HasSynced that a constructor gets asks nothing yet.
				found = found || needs(n) && called[n]
			}
			return !found
		})
		if found {
			return k
		}
	}
	return len(p.List)
}

// setUp are how the names of such functions begin.
var setUp = []string{"make", "new", "append", "New", clientgo.AddEventHandler}

// named is the name of what is called, "" if it has none.
func named(fun ast.Expr) string {
	switch fun := ast.Unparen(fun).(type) {
	case *ast.Ident:
		return fun.Name
	case *ast.SelectorExpr:
		return fun.Sel.Name
	case *ast.IndexExpr:
		return named(fun.X)
	}
	return ""
}

// setsUp reports whether a statement only adds handlers or makes something: it assigns, and
// what it calls is built in, a constructor or what adds a handler. What else it called might
// wait for a Start.
func setsUp(stmt ast.Stmt) bool {
	switch stmt.(type) {
	case *ast.AssignStmt, *ast.DeclStmt, *ast.ExprStmt:
	default:
		return false
	}
	only := true
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false // runs later
		case *ast.UnaryExpr:
			only = only && n.Op != token.ARROW
		case *ast.CallExpr:
			only = only && slices.ContainsFunc(setUp, func(name string) bool { return strings.HasPrefix(named(n.Fun), name) })
		}
		return only
	})
	return only
}
