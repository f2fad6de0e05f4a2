package sequence

import (
	"go/ast"

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
				if fn := p.Callee(n); fn != nil && (table.FuncOp(fn) == clientgo.OpWaitFor || clientgo.OfWait(fn)) {
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
