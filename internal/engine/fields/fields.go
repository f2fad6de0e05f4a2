// Package fields finds out who reaches into the hidden fields of a package's
// types, which of these fields hold a map or slice of their own, and which are filled
// in one place only.
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
	ssa     *ssa.Package
	pkg     string                  // its path
	named   func(types.Type) string // "path.T" for a named type or a pointer to one, else ""
	tracked func(types.Type) bool   // a value of the type may hold an informer

	touchers map[string]map[string]ir.Toucher // by type and function
	own      map[place]bool                   // containers; false once something else is stored
	filled   map[place]filler                 // see Fill
	whole    map[string]bool                  // types of which whole values are stored
}

// A place is a field of a type.
type place struct{ typ, field string }

// New is a Reach into the types of a package, which is known by a path.
func New(of *ssa.Package, pkg string, named func(types.Type) string, tracked func(types.Type) bool) *Reach {
	return &Reach{ssa: of, pkg: pkg, named: named, tracked: tracked, touchers: make(map[string]map[string]ir.Toucher), own: make(map[place]bool),
		filled: make(map[place]filler), whole: make(map[string]bool)}
}

// hidden is the field that an instruction reaches, if it is a hidden one of a
// type of the package that may hold an informer.
func (r *Reach) hidden(x ssa.Value, field int, what types.Type) (place, bool) {
	at := place{r.named(x.Type()), ssautil.FieldName(x.Type(), field)}
	return at, at.typ != "" && !token.IsExported(at.field) && r.tracked(what) && strings.HasPrefix(at.typ, r.pkg+".")
}

// Touch records which types' hidden fields a function reaches into, other than
// those of objects that it makes itself.
func (r *Reach) Touch(key string, fn *ssa.Function) {
	for _, blk := range fn.Blocks {
		for _, ins := range blk.Instrs {
			switch ins := ins.(type) {
			case *ssa.FieldAddr:
				if at, ok := r.hidden(ins.X, ins.Field, ins.Type()); ok {
					r.touch(ir.Outer(key), fn, ins.X, at.typ)
				}
			case *ssa.Field:
				if at, ok := r.hidden(ins.X, ins.Field, ins.Type()); ok {
					r.touch(ir.Outer(key), fn, ins.X, at.typ)
				}
			}
		}
	}
}

// touch records a function that reaches into x, an object of type t or a pointer
// to one.
func (r *Reach) touch(who string, fn *ssa.Function, x ssa.Value, t string) {
	from, made := origin(x)
	if made {
		return // an object of its own
	}
	tc := ir.Toucher{Fn: who, Param: -1}
	switch x := from.(type) {
	case *ssa.Parameter:
		if fn.Parent() == nil {
			tc.Param = slices.Index(fn.Params, x)
		}
	case *ssa.FreeVar, *ssa.UnOp:
		// A closure's captured variable: its function's parameter, most often the
		// receiver. The parent is what can be called.
		p := ssautil.Outermost(fn)
		tc.Param = slices.IndexFunc(p.Params, func(q *ssa.Parameter) bool { return r.named(q.Type()) == t })
		if tc.Param < 0 && captured(from) && r.makes(p, t) {
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

// captured: x is a variable that closures share, or what it holds; not an element,
// what is behind another pointer, or received, which somebody else may have made.
func captured(x ssa.Value) bool {
	if load, ok := x.(*ssa.UnOp); ok {
		if load.Op != token.MUL {
			return false
		}
		x = load.X
	}
	switch x.(type) {
	case *ssa.FreeVar, *ssa.Alloc:
		return true
	}
	return false
}

// origin is where an object comes from. A variable whose fields are all that is
// stored to is made here; one that holds a copy came from where that did.
func origin(x ssa.Value) (from ssa.Value, made bool) {
	for range 10 { // a variable may be a copy of one that is a copy of it
		if load, ok := x.(*ssa.UnOp); ok && load.Op == token.MUL {
			if _, ok := load.X.(*ssa.Alloc); ok && isStruct(load.Type()) {
				x = load.X
			}
		}
		a, ok := x.(*ssa.Alloc)
		if !ok {
			return x, false
		}
		whole := ssa.Value(nil)
		for _, ref := range *a.Referrers() {
			if st, ok := ref.(*ssa.Store); ok && st.Addr == a && !ssautil.IsConst(st.Val) {
				if whole != nil {
					return a, false // one of several
				}
				whole = st.Val
			}
		}
		if whole == nil {
			return a, true
		}
		x = whole
	}
	return x, false
}

func isStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
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
