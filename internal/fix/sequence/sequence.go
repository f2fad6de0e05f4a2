// Package sequence makes the edits that change the order of what is done with
// an informer: it is registered before the Start, started after the
// registration, awaited before it is read.
//
// An edit stays in the function that the finding is in, and is nil where it
// cannot be seen to be safe there. Whether the result is right is not decided
// here: the gate tries it.
package sequence

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/fix"
)

// A Registration is a call that registers an informer.
type Registration struct {
	At    *fix.Place // the call itself
	Via   *fix.Place // the call that leads there, in the function that has to change; or At
	Local bool       // At is in that function's package
}

// Vias are the calls that lead to the registrations.
func Vias(regs []Registration) (out []*fix.Place) {
	for _, r := range regs {
		out = append(out, r.Via)
	}
	return out
}

// Swap calls Start after the registrations, where nothing stands between the two
// that could count on what is started: the next statements are those that
// register, with the checks of their errors.
func Swap(start *fix.Place, regs []Registration) []analysis.TextEdit {
	if !start.Alone() {
		return nil
	}
	holds := make(map[int]bool)
	last := start.I
	for _, p := range Vias(regs) {
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

// MoveUp moves "lister := factory.Core().V1().Pods().Lister()" before Start,
// if it is a statement of the same block.
func MoveUp(start *fix.Place, regs []Registration) []analysis.TextEdit {
	var moved []int
	for _, r := range regs {
		p := r.Via
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
		if !ok || len(as.Lhs) != 1 || len(as.Rhs) != 1 || !fix.IsChain(as.Rhs[0]) && !(r.At == p && r.Local && as.Rhs[0] == ast.Expr(p.Call)) {
			return nil
		}
		if !start.Visible(as.Rhs[0]) || as.Tok != token.DEFINE && !start.Visible(as.Lhs[0]) || start.Mentioned(as, k) {
			return nil
		}
		moved = append(moved, k)
	}
	return start.MoveUp(moved)
}

// Early registers before the place what is registered after it.
func Early(start *fix.Place, regs []Registration) []analysis.TextEdit {
	var lines []string
	for _, r := range regs {
		p := r.At
		if !r.Local || p == nil || p.Call == nil || p.File != start.File || sometimes(p, start) {
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

// sometimes: the registration stands in a branch that Start is not in. Early would
// watch what the program only sometimes wants: a kind that the server may not have,
// or the program may not list, so that a wait for all of the factory never ends.
func sometimes(p, start *fix.Place) bool {
	for k, n := range p.Path {
		if n == p.Func || n.Pos() <= start.Stmt.Pos() && start.Stmt.End() <= n.End() {
			return false
		}
		if k == 0 {
			continue
		}
		switch s := n.(type) {
		case *ast.IfStmt:
			if in := p.Path[k-1]; in == s.Else || in == ast.Node(s.Body) && !memoizes(s, p.Stmt) {
				return true
			}
		case *ast.CaseClause, *ast.CommClause:
			return true
		}
	}
	return false
}

// memoizes: the condition is "lister == nil" before "lister = ...", so that only the
// first of many calls registers, and that in any case.
func memoizes(s *ast.IfStmt, st ast.Stmt) bool {
	cond, ok := s.Cond.(*ast.BinaryExpr)
	as, assigns := st.(*ast.AssignStmt)
	if !ok || !assigns || cond.Op != token.EQL || len(as.Lhs) != 1 {
		return false
	}
	null, ok := cond.Y.(*ast.Ident)
	return ok && null.Name == "nil" && types.ExprString(cond.X) == types.ExprString(as.Lhs[0])
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

// Beyond starts a factory after the call that leads to another one's Start, in
// the function that made it: where it is passed to nobody. What is awaited there
// of the other is awaited of this one, too.
func Beyond(src *fix.Source, call, inner, birth *fix.Place) []analysis.TextEdit {
	id := birth.Assigned()
	if id == nil || !fix.IsMethod(inner.Call, "Start") || !fix.MayFollow(call.Stmt, fix.Go) || !call.VisibleAfter(id, call.I) {
		return nil
	}
	said := call.Outside(inner)
	at := strings.LastIndex(said, ".Start(")
	if at < 0 {
		return nil
	}
	lines := []string{id.Name + said[at:]}
	if wait, ok := inner.Next("WaitForCacheSync").(*ast.CallExpr); ok {
		if said := call.Outside(src.At(wait.Lparen)); said != "" {
			lines = append(lines, id.Name+said[strings.LastIndex(said, ".WaitForCacheSync"):])
		}
	}
	return []analysis.TextEdit{call.After(call.WithCheck(call.I), lines...)}
}

// Host is the statement beside which another informer can be started: that which
// starts this one, or the goroutine that is there to run it. Elsewhere Run blocks
// in the middle of something: nil.
func Host(sibling *fix.Place) *fix.Place {
	host := sibling
	if _, isGo := sibling.Stmt.(*ast.GoStmt); !isGo && !fix.IsMethod(sibling.Call, "Start") {
		host = sibling.Goroutine()
	}
	if host == nil || !fix.MayFollow(host.Stmt, fix.Go|fix.Loop) {
		return nil
	}
	return host
}

// Like writes the statement in which sibling is started for another receiver: the
// variable that it was assigned to where it was made, if that is in scope at host,
// or another field of the same structure. alone: only its own Run runs it.
func Like(sibling, host, birth *fix.Place, field string, alone bool) (string, bool) {
	sel, ok := sibling.Call.Fun.(*ast.SelectorExpr)
	if !ok {
		return "", false
	}
	recv := ""
	if birth != nil {
		if id := birth.Assigned(); id != nil && host.VisibleAfter(id, host.I) {
			recv = id.Name
		}
	}
	if x, ok := sel.X.(*ast.SelectorExpr); ok && recv == "" && field != "" && sibling.HasField(x.X, field) {
		recv = sibling.Text(x.X) + "." + field
	}
	if recv == "" {
		return "", false
	}
	call := sibling.On(recv)
	if alone || strings.HasPrefix(sel.Sel.Name, "Run") {
		// Run blocks.
		whole, old := host.Text(host.Stmt), sibling.Text(sibling.Call)
		return strings.Replace(whole, old, call, 1), strings.Count(whole, old) == 1
	}
	return call, true
}

// AfterBirth adds the Start to the block that makes a factory, or the Run to that
// of an informer which stands alone, after the last statement that registers
// something, and the handlers that are added right after it, if a context or stop channel is a parameter. What is registered once more
// after the first wait or read, such as by pods.Lister(), does not hold it back: whether
// it was registered before is for the gate to see.
func AfterBirth(birth *fix.Place, regs []*fix.Place, alone bool) []analysis.TextEdit {
	if birth == nil || birth.Call == nil || birth.Decl == nil {
		return nil
	}
	id, stop := birth.Assigned(), birth.StopExpr()
	if id == nil || stop == "" {
		return nil
	}
	last, first := birth.I, asked(birth)
	for _, p := range regs {
		if p == nil {
			return nil
		}
		k, ok := birth.Outer(p)
		if !ok || k < birth.I {
			return nil
		}
		if k < first {
			last = max(last, k)
		}
	}
	// Handlers that are added, and what they fill, come first.
	for first < len(birth.List) && last+1 < first && setsUp(birth.List[last+1]) {
		last++
	}
	if !fix.MayFollow(birth.List[last], fix.Go|fix.Defer|fix.Loop) {
		return nil
	}
	line := id.Name + ".Start(" + stop + ")"
	if alone {
		line = "go " + id.Name + ".Run(" + stop + ")"
	}
	return []analysis.TextEdit{birth.After(last, line)}
}
