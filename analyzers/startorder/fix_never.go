package startorder

import (
	"go/ast"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/engine/judge"
	"github.com/informerlint/informerlint/internal/fix"
)

// fixNever starts what nothing starts: beside the sibling that is started, or
// after the last registration in the function that made it.
func fixNever(src *fix.Source, v engine.Verdict) []analysis.SuggestedFix {
	if edits := besideSibling(src, v); edits != nil {
		return fix.Suggest("Start it beside the other", edits...)
	}
	if edits := besideCall(src, v); edits != nil {
		return fix.Suggest("Start it as well", edits...)
	}
	return fix.Suggest("Start it", afterBirth(src, v)...)
}

// besideCall starts the factory after the call that leads to the other's Start,
// in the function that made it: where it is passed to nobody.
func besideCall(src *fix.Source, v engine.Verdict) []analysis.TextEdit {
	sib := v.At(judge.Sibling)
	call, inner, birth := src.At(sib.Via), src.At(sib.Pos), src.At(v.At(judge.Birth).Pos)
	if call == nil || inner == nil || birth == nil || sib.Via == sib.Pos || !v.At(judge.Birth).Local || v.Is(judge.OneByOne) || v.Is(judge.StandAlone) || len(v.Others) > 0 {
		return nil
	}
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

func besideSibling(src *fix.Source, v engine.Verdict) []analysis.TextEdit {
	sib := src.At(v.At(judge.Sibling).Pos)
	if sib == nil || sib.Call == nil {
		return nil
	}
	// The statement beside which another informer can be started: the sibling's
	// own, or the goroutine that is there to run it. Elsewhere Run blocks in the
	// middle of something.
	host := sib
	if _, isGo := sib.Stmt.(*ast.GoStmt); !isGo && !fix.IsMethod(sib.Call, "Start") {
		host = sib.Goroutine()
	}
	if host == nil || !fix.MayFollow(host.Stmt, fix.Go|fix.Loop) {
		return nil
	}
	var lines []string
	for _, each := range append([]engine.Verdict{v}, v.Others...) {
		// Where informers of one factory are run one by one, the others are as well.
		for _, field := range each.Held {
			line, ok := likeSibling(src, sib, host, each, field)
			if !ok {
				return nil
			}
			if !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	}
	if len(lines) == 0 {
		return nil
	}
	return []analysis.TextEdit{host.After(host.I, lines...)}
}

// likeSibling writes the sibling's statement for another receiver: a variable
// that is in scope, or another field of the same structure.
func likeSibling(src *fix.Source, sib, host *fix.Place, v engine.Verdict, field string) (string, bool) {
	sel, ok := sib.Call.Fun.(*ast.SelectorExpr)
	if !ok {
		return "", false
	}
	recv := ""
	if birth := src.At(v.At(judge.Birth).Pos); birth != nil && v.At(judge.Birth).Local && !v.Is(judge.OneByOne) {
		if id := birth.Assigned(); id != nil && host.VisibleAfter(id, host.I) {
			recv = id.Name
		}
	}
	if x, ok := sel.X.(*ast.SelectorExpr); ok && recv == "" && field != "" && sib.HasField(x.X, field) {
		recv = sib.Text(x.X) + "." + field
	}
	if recv == "" {
		return "", false
	}
	call := sib.On(recv)
	if v.Is(judge.StandAlone) || strings.HasPrefix(sel.Sel.Name, "Run") {
		// Run blocks.
		whole, old := host.Text(host.Stmt), sib.Text(sib.Call)
		return strings.Replace(whole, old, call, 1), strings.Count(whole, old) == 1
	}
	return call, true
}

// afterBirth adds the Start to the block that makes the factory, after the
// last statement that registers something, if a context or stop channel is a
// parameter.
func afterBirth(src *fix.Source, v engine.Verdict) []analysis.TextEdit {
	birth := src.At(v.At(judge.Birth).Pos)
	if len(v.Others) > 0 || v.Is(judge.OneByOne) || birth == nil || !v.At(judge.Birth).Local || birth.Call == nil || birth.Decl == nil {
		return nil
	}
	id, stop := birth.Assigned(), birth.StopExpr()
	if id == nil || stop == "" {
		return nil
	}
	last := birth.I
	for _, r := range v.Regs() {
		if r.Use {
			continue // what waits or reads comes after Start
		}
		p := src.At(r.Pos)
		if p == nil {
			return nil
		}
		k, ok := birth.Outer(p)
		if !ok || k < birth.I {
			return nil
		}
		last = max(last, k)
	}
	if !fix.MayFollow(birth.List[last], fix.Go|fix.Defer|fix.Loop) {
		return nil
	}
	line := id.Name + ".Start(" + stop + ")"
	if v.Is(judge.StandAlone) {
		line = "go " + id.Name + ".Run(" + stop + ")"
	}
	return []analysis.TextEdit{birth.After(last, line)}
}
