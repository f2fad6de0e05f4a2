package startorder

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/judge"
	"github.com/informerlint/informerlint/internal/fix"
)

// A fix edits only the function that the finding is in. Where a registration
// is a plain chain (factory.Core().V1().Pods().Lister()) it moves, or is repeated,
// before Start; where it hides in another function, Start is called once more after
// the call that leads there: it starts only what is new. Everything else gets none.

// fixLate fixes a registration after Start. Where Start is in a branch, the
// program may have another Start in another one: then it has to be before the
// branch.
func fixLate(src *fix.Source, v engine.Verdict) (out []analysis.SuggestedFix) {
	start := src.At(v.Anchor.Pos)
	if start == nil || start.Call == nil {
		return nil
	}
	const early = "Register before Start"
	edits := moveUp(src, start, v.Regs())
	if edits == nil {
		edits = registerEarly(src, start, v.Regs())
	}
	out = fix.Suggest(early, edits...)
	for at := start.Around(); at != nil; at = at.Around() {
		out = append(out, fix.Suggest(early, registerEarly(src, at, v.Regs())...)...)
	}
	name := cmp.Or(src.Callee(v.Regs()[0].Via), "it")
	out = append(out, fix.Suggest("Call "+types.ExprString(start.Call.Fun)+" after "+name, swap(src, start, v.Regs())...)...)
	return append(out, fix.Suggest("Call Start again after the registration", start.Again(places(src, v.Regs()), "WaitForCacheSync", "Sync")...)...)
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
	g, ok := spawn.Stmt.(*ast.GoStmt)
	switch {
	case !ok:
		return nil
	case fix.IsMethod(g.Call, "Start"):
		return fix.Suggest("Call Start after the registration", spawn.PlainAfter(places(src, v.Regs()))...)
	case !v.At(judge.Start).Local:
		return nil
	}
	// The goroutine's own Start then finds nothing to do, or does it.
	line, last := spawn.Outside(src.At(v.At(judge.Start).Pos)), fix.Last(append(places(src, v.Regs()), spawn))
	if line == "" || last == nil || last.List[0] != spawn.List[0] || !fix.MayFollow(last.Stmt, fix.Go) {
		return nil
	}
	return fix.Suggest("Start the factory after the registration as well", spawn.After(last.WithCheck(last.I), line))
}

// swap calls Start after the registration, where nothing stands between the two
// that could count on what is started: the next statements are those that
// register, with the checks of their errors.
func swap(src *fix.Source, start *fix.Place, regs []compose.Site) []analysis.TextEdit {
	if !start.Alone() {
		return nil
	}
	holds := make(map[int]bool)
	last := start.I
	for _, p := range places(src, regs) {
		k, ok := start.Later(p, 0)
		if !ok {
			return nil
		}
		holds[k], last = true, max(last, k)
	}
	for k := start.I + 1; k <= last; {
		if !holds[k] {
			return nil
		}
		k = start.WithCheck(k) + 1
	}
	if last == start.I || !start.VisibleAfter(start.Call, last) || !start.Unchanged(start.Stmt, start.List[start.I+1:last+1]) {
		return nil
	}
	return start.MoveAfter(last, start.Text(start.Stmt))
}

// register is "factory.Core().V1().Pods().Informer()" for a registration, for
// use at the place of Start. It fails unless the registration is a plain chain.
func register(p, start *fix.Place) (string, bool) {
	sel, ok := p.Call.Fun.(*ast.SelectorExpr)
	switch {
	case !ok:
		return "", false
	case sel.Sel.Name == "ForResource":
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
	if lines == nil {
		return nil
	}
	return []analysis.TextEdit{start.Before(lines...)}
}

func places(src *fix.Source, regs []compose.Site) (out []*fix.Place) {
	for _, r := range regs {
		out = append(out, src.At(r.Via))
	}
	return out
}
