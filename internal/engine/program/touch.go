package program

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

// touch records which types' hidden fields a function reaches into, other
// than those of objects that it makes itself.
func (b *builder) touch(key string, fn *ssa.Function) {
	who := ir.Outer(key)
	for _, blk := range fn.Blocks {
		for _, ins := range blk.Instrs {
			fa, ok := ins.(*ssa.FieldAddr)
			if !ok {
				continue
			}
			t := namedType(fa.X.Type())
			field := fieldName(fa.X.Type(), fa.Field)
			if t == "" || token.IsExported(field) || !b.tracked(fa.Type()) || !strings.HasPrefix(t, clientgo.Path(b.pkg.Pkg.Path())+".") {
				continue
			}
			param := -1
			switch x := fa.X.(type) {
			case *ssa.Alloc:
				continue // an object of its own
			case *ssa.Parameter:
				if fn.Parent() == nil {
					param = slices.Index(fn.Params, x)
				}
			case *ssa.FreeVar, *ssa.UnOp:
				// A closure's captured variable: its function's parameter, most
				// often the receiver. The parent is what can be called.
				if p := root(fn); p != nil {
					for i, q := range p.Params {
						if namedType(q.Type()) == t {
							param = i
							break
						}
					}
					if param < 0 && makes(p, t) {
						continue
					}
				}
			}
			if b.touchers[t] == nil {
				b.touchers[t] = make(map[string]ir.Toucher)
			}
			if old, dup := b.touchers[t][who]; !dup || param < old.Param {
				b.touchers[t][who] = ir.Toucher{Fn: who, Param: param}
			}
		}
	}
}

// makes reports whether a function allocates an object of type t.
func makes(fn *ssa.Function, t string) bool {
	for _, blk := range fn.Blocks {
		for _, ins := range blk.Instrs {
			if a, ok := ins.(*ssa.Alloc); ok && namedType(a.Type()) == t {
				return true
			}
		}
	}
	return false
}

func root(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

func (b *builder) finishTypes() {
	for t, who := range b.touchers {
		info := b.types[t]
		if info == nil {
			info = &ir.TypeInfo{Name: t}
			b.types[t] = info
		}
		for _, tc := range who {
			info.Touchers = append(info.Touchers, tc)
		}
		slices.SortFunc(info.Touchers, func(x, y ir.Toucher) int { return strings.Compare(x.Fn, y.Fn) })
	}
	for _, info := range b.types {
		slices.Sort(info.Methods)
	}
}
