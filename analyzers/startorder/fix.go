package startorder

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/fix"
)

// A fix edits only the function that the finding is in. Where a registration
// is a plain chain (factory.Core().V1().Pods().Lister()) it moves, or is
// repeated, before Start; where it hides in another function, Start is
// called once more after the call that leads there: Start starts only what is
// new, so that is always safe. Everything else gets no fix.

// fixLate fixes a registration after Start.
func fixLate(src *fix.Source, v engine.Verdict) []analysis.SuggestedFix {
	start := src.At(v.Anchor.Pos)
	if start == nil || start.Call == nil {
		return nil
	}
	edits := moveUp(src, start, v.Regs())
	if edits == nil {
		edits = registerEarly(src, start, v.Regs())
	}
	if edits != nil {
		return fix.Suggest("Register before Start", edits...)
	}
	return fix.Suggest("Call Start again after the registration", startAgain(src, start, v.Regs())...)
}

// fixConcurrent fixes a Start in a goroutine beside the registration.
func fixConcurrent(src *fix.Source, v engine.Verdict) []analysis.SuggestedFix {
	spawn := src.At(v.Anchor.Pos)
	if spawn == nil {
		return nil
	}
	if edits := registerEarly(src, spawn, v.Regs()); edits != nil {
		return fix.Suggest("Register before the goroutine starts the factory", edits...)
	}
	return fix.Suggest("Call Start after the registration", startLater(src, spawn, v.Regs())...)
}

// register is "factory.Core().V1().Pods().Informer()" for a registration, for
// use at the place of Start. It fails unless the registration is a plain chain.
func register(p, start *fix.Place) (string, bool) {
	sel, ok := p.Call.Fun.(*ast.SelectorExpr)
	if !ok {
		return "", false
	}
	if sel.Sel.Name == "ForResource" {
		return p.Text(p.Call), start.Visible(p.Call)
	}
	accessor, ok := p.Carry(sel.X, start)
	return p.Text(accessor) + ".Informer()", ok
}

// moveUp moves "lister := factory.Core().V1().Pods().Lister()" before Start,
// if it is a statement of the same block.
func moveUp(src *fix.Source, start *fix.Place, regs []compose.Site) []analysis.TextEdit {
	var moved []int
	for _, r := range regs {
		p := src.At(r.Via)
		if p == nil || p.Call == nil {
			return nil
		}
		k, ok := start.Below(p)
		if !ok {
			return nil
		}
		if slices.Contains(moved, k) {
			continue
		}
		as, ok := p.Stmt.(*ast.AssignStmt)
		if !ok || len(as.Lhs) != 1 || len(as.Rhs) != 1 || !fix.IsChain(as.Rhs[0]) && !(r.Via == r.Pos && r.Local && as.Rhs[0] == ast.Expr(p.Call)) {
			return nil
		}
		if !start.Visible(as.Rhs[0]) || as.Tok != token.DEFINE && !start.Visible(as.Lhs[0]) || start.Mentioned(as, k) {
			return nil
		}
		moved = append(moved, k)
	}
	return start.MoveUp(moved)
}

// registerEarly registers before the place what is registered after it.
func registerEarly(src *fix.Source, start *fix.Place, regs []compose.Site) []analysis.TextEdit {
	var lines []string
	for _, r := range regs {
		p := src.At(r.Pos)
		if !r.Local || p == nil || p.Call == nil || p.File != start.File {
			return nil
		}
		text, ok := register(p, start)
		if !ok {
			return nil
		}
		if !slices.Contains(lines, text) {
			lines = append(lines, text)
		}
	}
	if len(lines) == 0 {
		return nil
	}
	return []analysis.TextEdit{start.Before(lines...)}
}

// startAgain calls Start, and the wait that follows it, once more after the
// statement that leads to the last registration: one Start serves all
// registrations of one block.
func startAgain(src *fix.Source, start *fix.Place, regs []compose.Site) []analysis.TextEdit {
	if !start.Alone() {
		return nil
	}
	var places []*fix.Place
	for _, r := range regs {
		places = append(places, src.At(r.Via))
	}
	last := fix.Last(places)
	if last == nil || last.Decl == nil || last.Decl != start.Decl || !fix.MayFollow(last.Stmt, fix.Loop) || !last.VisibleAfter(start.Call, last.I) {
		return nil
	}
	k := last.WithCheck(last.I) // after all of "if err := build(factory); err != nil"
	lines := []string{start.Text(start.Stmt)}
	wait := start.Next("WaitForCacheSync") // of the same factory
	if wait == nil && slices.ContainsFunc(start.List[start.I+1:], func(s ast.Stmt) bool { return strings.Contains(start.Text(s), "Sync") }) {
		// The program waits in a way that is not understood: without the same
		// wait after the second Start what follows may read too early.
		return nil
	}
	if wait != nil && last.Func == start.Func && last.VisibleAfter(wait, k) {
		lines = append(lines, start.Text(wait))
	}
	return []analysis.TextEdit{last.After(k, lines...)}
}

func callsStart(call *ast.CallExpr) bool {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return ok && strings.HasPrefix(sel.Sel.Name, "Start")
}

// startLater turns "go factory.Start(stop)" into a plain call after the last
// registration of the same block.
func startLater(src *fix.Source, spawn *fix.Place, regs []compose.Site) []analysis.TextEdit {
	g, ok := spawn.Stmt.(*ast.GoStmt)
	if !ok || !callsStart(g.Call) {
		return nil
	}
	last := -1
	for _, r := range regs {
		k, ok := spawn.Later(src.At(r.Via), fix.Go|fix.Defer)
		if !ok {
			return nil
		}
		last = max(last, k)
	}
	if last < 0 || !spawn.VisibleAfter(g.Call, spawn.WithCheck(last)) {
		return nil
	}
	return spawn.MoveAfter(last, spawn.Text(g.Call))
}
