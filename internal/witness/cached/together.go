package cached

import (
	"go/ast"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/informerlint/informerlint/internal/fix"
	"github.com/informerlint/informerlint/internal/gate"
)

// Together makes one claim of those of a rule that are about one place, if each of
// them has fixes: Add and Update that call one helper are one bug, and are mended at
// once or not at all. So are a handler and another one that calls it, and has no fix of
// its own. The cases are those of this package.
func Together(pass *analysis.Pass, claims []gate.Claim, rule string) (out []gate.Claim) {
	alike := func(a, b gate.Claim) bool {
		return a.Place != "" && a.Place == b.Place && a.Rule == rule && b.Rule == rule && shown(a) && shown(b)
	}
	for _, c := range claims {
		i := slices.IndexFunc(out, func(o gate.Claim) bool {
			switch {
			case len(c.Fixes) == 0:
				return len(o.Fixes) > 0 && calls(pass, c, o) && alike(c, o)
			case len(o.Fixes) == 0:
				return calls(pass, o, c) && alike(c, o)
			}
			return len(o.Fixes) == len(c.Fixes) && alike(c, o)
		})
		if i < 0 {
			out = append(out, c)
			continue
		}
		if len(out[i].Fixes) == 0 {
			out[i], c = c, out[i]
		}
		first := out[i].Case.(*Case)
		first.Also = append(first.Also, c.Case.(*Case))
		out[i].Relate(c.Pos, c.Too)
		for k := range c.Fixes {
			out[i].Fixes[k].TextEdits = fix.Merge(out[i].Fixes[k].TextEdits, c.Fixes[k].TextEdits...)
		}
	}
	return out
}

// calls reports whether what one claim is about is a call of the function that has what
// the other is about.
func calls(pass *analysis.Pass, from, to gate.Claim) (yes bool) {
	for _, file := range pass.Files {
		if from.Pos < file.FileStart || file.FileEnd < from.Pos {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if ok && call.Pos() <= from.Pos && from.Pos < call.End() {
				if fn := typeutil.StaticCallee(pass.TypesInfo, call); fn != nil && fn.Scope() != nil {
					yes = yes || fn.Scope().Contains(to.Pos)
				}
			}
			return !yes
		})
	}
	return yes
}

func shown(c gate.Claim) bool {
	w, _ := c.Case.Witness()
	return w != nil
}
