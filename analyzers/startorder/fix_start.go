package startorder

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/fix"
)

// startAgain calls Start, and the wait that follows it, once more behind the
// statement that leads to the last registration.
func startAgain(pass *analysis.Pass, start *fix.Place, regs []compose.Site) ([]analysis.TextEdit, bool) {
	es, ok := start.Stmt.(*ast.ExprStmt)
	if !ok || es.X != ast.Expr(start.Call) {
		return nil, false
	}
	var last *fix.Place
	for _, r := range regs {
		p := fix.At(pass, r.Via)
		if p == nil || p.File != start.File || p.Decl != start.Decl || p.Decl == nil {
			return nil, false
		}
		if last == nil {
			last = p
			continue
		}
		// One Start serves all registrations of one block.
		if k, ok := last.Outer(p); ok {
			if k > last.I {
				last.Stmt, last.I = last.List[k], k
			}
		} else if k, ok := p.Outer(last); ok {
			if k > p.I {
				p.Stmt, p.I = p.List[k], k
			}
			last = p
		} else {
			return nil, false
		}
	}
	if last == nil || !last.CanFollow() || !last.VisibleAfter(start.Call, last.I) {
		return nil, false
	}
	last.I = last.WithCheck(last.I)
	lines := []string{start.Text(start.Stmt)}
	if waitAfter(start) == nil && waits(start) {
		// The program waits in a way that is not understood: without the same
		// wait behind the second Start what follows may read too early.
		return nil, false
	}
	if w := waitAfter(start); w != nil && last.Func == start.Func && last.VisibleAfter(w, last.I) {
		lines = append(lines, start.Text(w))
	}
	// "if err := build(factory); err != nil": behind the whole statement.
	return []analysis.TextEdit{last.After(last.I, lines...)}, true
}

// waits: a statement behind Start, in its block, waits for a sync.
func waits(start *fix.Place) bool {
	for _, s := range start.List[start.I+1:] {
		if strings.Contains(start.Text(s), "Sync") {
			return true
		}
	}
	return false
}

// waitAfter returns the plain wait of the same factory that follows Start.
func waitAfter(start *fix.Place) ast.Expr {
	if start.I+1 >= len(start.List) {
		return nil
	}
	es, ok := start.List[start.I+1].(*ast.ExprStmt)
	if !ok {
		return nil
	}
	call, ok := es.X.(*ast.CallExpr)
	if !ok {
		return nil
	}
	w, ok := call.Fun.(*ast.SelectorExpr)
	s, ok2 := start.Call.Fun.(*ast.SelectorExpr)
	if !ok || !ok2 || !strings.HasPrefix(w.Sel.Name, "WaitForCacheSync") || start.Text(w.X) != start.Text(s.X) {
		return nil
	}
	return call
}

// startLater turns "go factory.Start(stop)" into a plain call behind the last
// registration of the same block.
func startLater(pass *analysis.Pass, spawn *fix.Place, regs []compose.Site) ([]analysis.TextEdit, bool) {
	g, ok := spawn.Stmt.(*ast.GoStmt)
	if !ok {
		return nil, false
	}
	if sel, ok := g.Call.Fun.(*ast.SelectorExpr); !ok || !strings.HasPrefix(sel.Sel.Name, "Start") {
		return nil, false
	}
	last := -1
	for _, r := range regs {
		p := fix.At(pass, r.Via)
		if p == nil {
			return nil, false
		}
		k, ok := spawn.Outer(p)
		if !ok || k <= spawn.I {
			return nil, false
		}
		last = max(last, k)
	}
	if last < 0 {
		return nil, false
	}
	switch spawn.List[last].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt, *ast.ForStmt, *ast.RangeStmt:
		return nil, false
	}
	last = spawn.WithCheck(last)
	if !spawn.VisibleAfter(g.Call, last) {
		return nil, false
	}
	return []analysis.TextEdit{spawn.Delete(spawn.I), spawn.After(last, spawn.Text(g.Call))}, true
}
