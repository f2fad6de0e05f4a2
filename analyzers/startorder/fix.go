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
// repeated, in front of Start; where it hides in another function, Start is
// called once more behind the call that leads there: Start starts only what is
// new, so that is always safe. Everything else gets no fix.

func one(message string, edits []analysis.TextEdit) []analysis.SuggestedFix {
	if len(edits) == 0 {
		return nil
	}
	return []analysis.SuggestedFix{{Message: message, TextEdits: edits}}
}

// fixLate mends a registration after Start.
func fixLate(pass *analysis.Pass, v engine.Verdict) []analysis.SuggestedFix {
	start := fix.At(pass, v.Anchor.Pos)
	if start == nil || start.Call == nil {
		return nil
	}
	if edits, ok := moveUp(pass, start, v.Regs); ok {
		return one("Register before Start", edits)
	}
	if edits, ok := registerEarly(pass, start, v.Regs); ok {
		return one("Register before Start", edits)
	}
	if edits, ok := startAgain(pass, start, v.Regs); ok {
		return one("Call Start again after the registration", edits)
	}
	return nil
}

// fixConcurrent mends a Start in a goroutine beside the registration.
func fixConcurrent(pass *analysis.Pass, v engine.Verdict) []analysis.SuggestedFix {
	spawn := fix.At(pass, v.Anchor.Pos)
	if spawn == nil {
		return nil
	}
	if edits, ok := registerEarly(pass, spawn, v.Regs); ok {
		return one("Register before the goroutine starts the factory", edits)
	}
	if edits, ok := startLater(pass, spawn, v.Regs); ok {
		return one("Call Start after the registration", edits)
	}
	return nil
}

// chain returns the accessor expression behind a registration, for use at the
// place of Start: local variables that are not known there are replaced by
// what they were made of. It fails unless the registration is a plain chain.
func chain(p, start *fix.Place) (accessor string, root ast.Expr, ok bool) {
	sel, isSel := p.Call.Fun.(*ast.SelectorExpr)
	if !isSel {
		return "", nil, false
	}
	if sel.Sel.Name == "ForResource" {
		return p.Text(p.Call), p.Call, start.Visible(p.Call)
	}
	e := sel.X
	for {
		id, isIdent := e.(*ast.Ident)
		if !isIdent || start.Visible(id) {
			break
		}
		def := p.Definition(id)
		if def == nil || !fix.IsChain(def) {
			break
		}
		e = def
	}
	return p.Text(e), e, fix.IsChain(e) && start.Visible(e)
}

// moveUp moves "lister := factory.Core().V1().Pods().Lister()" in front of
// Start, if it is a statement of the same block.
func moveUp(pass *analysis.Pass, start *fix.Place, regs []compose.Site) ([]analysis.TextEdit, bool) {
	var lines []string
	var moved []int
	for _, r := range regs {
		p := fix.At(pass, r.Via)
		if p == nil || p.Call == nil || p.File != start.File {
			return nil, false
		}
		k, ok := start.Outer(p)
		if !ok || k <= start.I || start.List[k] != p.Stmt {
			return nil, false
		}
		if slices.Contains(moved, k) {
			continue
		}
		as, ok := p.Stmt.(*ast.AssignStmt)
		if !ok || len(as.Lhs) != 1 || len(as.Rhs) != 1 || !fix.IsChain(as.Rhs[0]) && !(r.Via == r.Pos && r.Local && as.Rhs[0] == ast.Expr(p.Call)) {
			return nil, false
		}
		if !start.Visible(as.Rhs[0]) || as.Tok != token.DEFINE && !start.Visible(as.Lhs[0]) {
			return nil, false
		}
		if usedBetween(start, as, k) {
			return nil, false
		}
		moved = append(moved, k)
		lines = append(lines, start.Text(p.Stmt))
	}
	if len(lines) == 0 {
		return nil, false
	}
	edits := []analysis.TextEdit{start.Before(lines...)}
	for _, k := range moved {
		edits = append(edits, start.Delete(k))
	}
	return edits, true
}

// usedBetween: the statements that an assignment moves over say its target.
func usedBetween(start *fix.Place, as *ast.AssignStmt, k int) bool {
	lhs := start.Text(as.Lhs[0])
	for _, s := range start.List[start.I:k] {
		if as.Tok != token.DEFINE && strings.Contains(start.Text(s), lhs) {
			return true
		}
		if d, ok := s.(*ast.AssignStmt); ok && d.Tok == token.DEFINE {
			for _, l := range d.Lhs {
				if start.Text(l) == lhs {
					return true
				}
			}
		}
	}
	return false
}

// registerEarly puts "factory.Core().V1().Pods().Informer()" in front of the
// place for every registration.
func registerEarly(pass *analysis.Pass, start *fix.Place, regs []compose.Site) ([]analysis.TextEdit, bool) {
	var lines []string
	for _, r := range regs {
		p := fix.At(pass, r.Pos)
		if !r.Local || p == nil || p.Call == nil {
			return nil, false
		}
		if p.File != start.File {
			return nil, false
		}
		text, root, ok := chain(p, start)
		if !ok {
			return nil, false
		}
		if !strings.Contains(text, ".ForResource(") || root != ast.Expr(p.Call) {
			text += ".Informer()"
		}
		if !slices.Contains(lines, text) {
			lines = append(lines, text)
		}
	}
	if len(lines) == 0 {
		return nil, false
	}
	return []analysis.TextEdit{start.Before(lines...)}, true
}
