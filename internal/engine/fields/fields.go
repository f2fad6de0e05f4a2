// Package fields finds out who reaches into the hidden fields of a package's
// types, and which of these fields hold a map or slice of their own.
package fields

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A Reach looks at the functions of one package.
type Reach struct {
	pkg     string                  // its path
	named   func(types.Type) string // "path.T" for a named type or a pointer to one, else ""
	tracked func(types.Type) bool   // a value of the type may hold an informer

	touchers map[string]map[string]ir.Toucher // by type and function
	own      map[place]bool                   // containers; false once something else is stored
}

// A place is a field of a type.
type place struct{ typ, field string }

// New is a Reach into the types of the package with a path.
func New(pkg string, named func(types.Type) string, tracked func(types.Type) bool) *Reach {
	return &Reach{pkg: pkg, named: named, tracked: tracked, touchers: make(map[string]map[string]ir.Toucher), own: make(map[place]bool)}
}

// hidden is the field whose address is taken, if it is a hidden one of a type of
// the package that may hold an informer.
func (r *Reach) hidden(fa *ssa.FieldAddr) (place, bool) {
	at := place{r.named(fa.X.Type()), ssautil.FieldName(fa.X.Type(), fa.Field)}
	return at, at.typ != "" && !token.IsExported(at.field) && r.tracked(fa.Type()) && strings.HasPrefix(at.typ, r.pkg+".")
}

// Touch records which types' hidden fields a function reaches into, other than
// those of objects that it makes itself.
func (r *Reach) Touch(key string, fn *ssa.Function) {
	for _, blk := range fn.Blocks {
		for _, ins := range blk.Instrs {
			if fa, ok := ins.(*ssa.FieldAddr); ok {
				if at, ok := r.hidden(fa); ok {
					r.touch(ir.Outer(key), fn, fa, at.typ)
				}
			}
		}
	}
}

func (r *Reach) touch(who string, fn *ssa.Function, fa *ssa.FieldAddr, t string) {
	tc := ir.Toucher{Fn: who, Param: -1}
	switch x := fa.X.(type) {
	case *ssa.Alloc:
		return // an object of its own
	case *ssa.Parameter:
		if fn.Parent() == nil {
			tc.Param = slices.Index(fn.Params, x)
		}
	case *ssa.FreeVar, *ssa.UnOp:
		// A closure's captured variable: its function's parameter, most often the
		// receiver. The parent is what can be called.
		p := ssautil.Outermost(fn)
		tc.Param = slices.IndexFunc(p.Params, func(q *ssa.Parameter) bool { return r.named(q.Type()) == t })
		if tc.Param < 0 && r.makes(p, t) {
			return
		}
	}
	if r.touchers[t] == nil {
		r.touchers[t] = make(map[string]ir.Toucher)
	}
	if old, dup := r.touchers[t][who]; !dup || tc.Param < old.Param {
		r.touchers[t][who] = tc
	}
}

// makes reports whether a function allocates an object of type t.
func (r *Reach) makes(fn *ssa.Function, t string) bool {
	for _, blk := range fn.Blocks {
		for _, ins := range blk.Instrs {
			if a, ok := ins.(*ssa.Alloc); ok && r.named(a.Type()) == t {
				return true
			}
		}
	}
	return false
}

// Finish puts what was found into what is known of the types.
func (r *Reach) Finish(of map[string]*ir.TypeInfo) {
	info := func(t string) *ir.TypeInfo {
		if of[t] == nil {
			of[t] = &ir.TypeInfo{Name: t}
		}
		return of[t]
	}
	for t, who := range r.touchers {
		for _, tc := range who {
			info(t).Touchers = append(info(t).Touchers, tc)
		}
		slices.SortFunc(info(t).Touchers, func(x, y ir.Toucher) int { return strings.Compare(x.Fn, y.Fn) })
	}
	for at, own := range r.own {
		if own {
			info(at.typ).Own = append(info(at.typ).Own, at.field)
			slices.Sort(info(at.typ).Own)
		}
	}
}
