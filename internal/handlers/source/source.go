// Package source compares functions by their text: what has the same text does
// the same. It is for functions with too many ways to be followed one by one.
package source

import (
	"bytes"
	"go/format"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/ssautil"
)

// Text returns the text of all functions of a package that some functions may
// call, and of those themselves.
func Text(fset *token.FileSet, pkg *ssa.Package, fns []*ssa.Function) string {
	var texts []string
	walk(pkg, fns, func(fn *ssa.Function) {
		if syntax := fn.Syntax(); syntax != nil {
			var b bytes.Buffer
			if err := format.Node(&b, fset, syntax); err == nil {
				texts = append(texts, b.String())
			}
		}
	})
	slices.Sort(texts)
	return strings.Join(texts, "\n")
}

// Reaches reports whether one of these functions has one of some places.
func Reaches(pkg *ssa.Package, fns []*ssa.Function, places []token.Pos) (yes bool) {
	walk(pkg, fns, func(fn *ssa.Function) {
		syntax := fn.Syntax()
		yes = yes || syntax != nil && slices.ContainsFunc(places, func(at token.Pos) bool { return syntax.Pos() <= at && at < syntax.End() })
	})
	return yes
}

// walk calls do for all functions of a package that some functions may call, and for
// those themselves, once for each.
func walk(pkg *ssa.Package, fns []*ssa.Function, do func(*ssa.Function)) {
	seen := map[*ssa.Function]bool{}
	var reach func(fn *ssa.Function)
	reach = func(fn *ssa.Function) {
		fn = ssautil.Origin(fn)
		if seen[fn] {
			return
		}
		seen[fn] = true
		if m := ssautil.Bound(fn); m != nil {
			reach(m)
		}
		if fn.Pkg != pkg {
			return
		}
		do(fn)
		ssautil.Named(fn, reach)
	}
	for _, fn := range fns {
		reach(fn)
	}
}
