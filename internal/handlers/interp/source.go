package interp

import (
	"bytes"
	"go/format"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/ssautil"
)

// Source returns the text of all functions of the package that the one that gets
// an input may call: what has the same text does the same. It is for functions
// with too many ways.
func (pr *Program) Source(in Input) string {
	f, _, _ := pr.subject(in)
	if f == nil {
		return ""
	}
	seen := map[*ssa.Function]bool{}
	var texts []string
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
		if fn.Pkg != pr.in.pkg {
			return
		}
		if syntax := fn.Syntax(); syntax != nil {
			var b bytes.Buffer
			if err := format.Node(&b, pr.in.pass.Fset, syntax); err == nil {
				texts = append(texts, b.String())
			}
		}
		ssautil.Named(fn, reach)
	}
	reach(f.Fn)
	for _, v := range f.Free {
		captured(v, reach)
	}
	for _, v := range f.held {
		captured(v, reach)
	}
	slices.Sort(texts)
	return strings.Join(texts, "\n")
}

// captured calls do with the functions in a captured value.
func captured(v val, do func(*ssa.Function)) {
	if fn, ok := v.ref.(*ssa.Function); ok {
		do(fn)
	}
	for _, e := range v.elems {
		captured(e, do)
	}
}
