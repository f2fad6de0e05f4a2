package startorder

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/fix"
)

// fixNever starts what nothing starts: beside the sibling that is started, or
// behind the last registration in the function that made it.
func fixNever(pass *analysis.Pass, v engine.Verdict) []analysis.SuggestedFix {
	all := append([]engine.Verdict{v}, v.Others...)
	var edits []analysis.TextEdit
	var lines []string
	sib := fix.At(pass, v.Sibling.Pos)
	if v.Sibling.Pos.IsValid() && sib != nil && sib.Call != nil {
		host := hostOf(pass, sib)
		if host == nil {
			return fixBirth(pass, v)
		}
		for _, each := range all {
			fields := []string{each.Field}
			if each.Partial {
				// One factory, informers run one by one: run the others too.
				fields = each.Fields
			}
			for _, field := range fields {
				line, ok := likeSibling(pass, sib, host, each, field)
				if !ok {
					return fixBirth(pass, v)
				}
				lines = append(lines, line)
			}
		}
		if len(lines) > 0 && canFollowGo(host) {
			edits = append(edits, host.After(host.I, lines...))
			return one("Start it beside the other", edits)
		}
	}
	return fixBirth(pass, v)
}

// hostOf is the statement beside which another one can be started: the
// sibling's own, or the goroutine that is there to run it. Nil where Run blocks
// in the middle of something.
func hostOf(pass *analysis.Pass, sib *fix.Place) *fix.Place {
	sel, ok := sib.Call.Fun.(*ast.SelectorExpr)
	if _, isGo := sib.Stmt.(*ast.GoStmt); isGo || ok && strings.HasPrefix(sel.Sel.Name, "Start") {
		return sib
	}
	lit, ok := sib.Func.(*ast.FuncLit)
	if !ok {
		return nil
	}
	return fix.Goroutine(pass, sib, lit)
}

func canFollowGo(p *fix.Place) bool {
	_, isGo := p.Stmt.(*ast.GoStmt)
	return isGo || p.CanFollow()
}

// likeSibling writes the sibling's statement for another receiver: a variable
// that is in scope, or another field of the same structure.
func likeSibling(pass *analysis.Pass, sib, host *fix.Place, v engine.Verdict, field string) (string, bool) {
	sel, ok := sib.Call.Fun.(*ast.SelectorExpr)
	if !ok {
		return "", false
	}
	recv := ""
	if birth := fix.At(pass, v.Birth.Pos); birth != nil && v.Birth.Local && !v.Partial {
		if id := birth.Assigned(); id != nil && host.VisibleAfter(id, host.I) {
			recv = id.Name
		}
	}
	if recv == "" && field != "" {
		if x, ok := sel.X.(*ast.SelectorExpr); ok && sib.HasField(x.X, field) {
			recv = sib.Text(x.X) + "." + field
		}
	}
	if recv == "" {
		return "", false
	}
	call := recv + "." + sel.Sel.Name + "("
	for i, a := range sib.Call.Args {
		if i > 0 {
			call += ", "
		}
		call += sib.Text(a)
	}
	call += ")"
	if v.Single || strings.HasPrefix(sel.Sel.Name, "Run") {
		// Run blocks.
		whole, old := host.Text(host.Stmt), sib.Text(sib.Call)
		if strings.Count(whole, old) != 1 {
			return "", false
		}
		return strings.Replace(whole, old, call, 1), true
	}
	return call, true
}

// fixBirth adds the Start to the block that makes the factory, behind the
// last statement that registers something, if a context or stop channel is a
// parameter.
func fixBirth(pass *analysis.Pass, v engine.Verdict) []analysis.SuggestedFix {
	if len(v.Others) > 0 || v.Partial {
		return nil
	}
	birth := fix.At(pass, v.Birth.Pos)
	if birth == nil || !v.Birth.Local || birth.Call == nil || birth.Decl == nil {
		return nil
	}
	id := birth.Assigned()
	stop := birth.StopExpr()
	if id == nil || stop == "" {
		return nil
	}
	last := birth.I
	for _, r := range v.Regs {
		if r.Use {
			continue // what waits or reads comes after Start
		}
		p := fix.At(pass, r.Pos)
		if p == nil {
			return nil
		}
		k, ok := birth.Outer(p)
		if !ok || k < birth.I {
			return nil
		}
		last = max(last, k)
	}
	if _, ok := birth.List[last].(*ast.ReturnStmt); ok {
		return nil
	}
	line := id.Name + ".Start(" + stop + ")"
	if v.Single {
		line = "go " + id.Name + ".Run(" + stop + ")"
	}
	return one("Start it", []analysis.TextEdit{birth.After(last, line)})
}
