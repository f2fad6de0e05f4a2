package calls

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A Source is a call that hands out objects of a cache.
type Source struct {
	Call string     // the method
	Type types.Type // of the objects
	Many bool       // a list of them
}

// Source classifies a call.
func (p *Package) Source(c *ssa.CallCommon) (Source, bool) {
	fn := ssautil.Callee(c)
	if fn == nil || !c.IsInvoke() {
		return Source{}, false
	}
	recv := c.Value.Type()
	hands := p.table.Lists(recv, fn.Name())
	if hands == clientgo.HandsNothing && clientgo.IsStore(recv) && p.informers(c.Value, 0) {
		hands = clientgo.Stored(fn)
	}
	if hands == clientgo.HandsNothing || p.private(c.Value, 0) {
		return Source{}, false
	}
	res := fn.Signature().Results()
	if res.Len() == 0 {
		return Source{}, false
	}
	src := Source{Call: fn.Name(), Type: res.At(0).Type()}
	if hands == clientgo.HandsMany {
		src.Many = true
		slice, ok := src.Type.Underlying().(*types.Slice)
		if !ok {
			return Source{}, false
		}
		src.Type = slice.Elem()
	}
	if !ssautil.IsRef(src.Type) {
		return Source{}, false
	}
	return src, true
}

const maxTrace = 6

// informers reports whether a store is certainly that of an informer: what
// GetStore or GetIndexer returns, also by way of a hidden field that never holds
// anything else.
func (p *Package) informers(v ssa.Value, depth int) bool {
	if depth > maxTrace {
		return false
	}
	switch v := v.(type) {
	case *ssa.Call:
		fn := ssautil.Callee(&v.Call)
		return fn != nil && v.Call.IsInvoke() && p.table.MethodOp(v.Call.Value.Type(), fn.Name()) == clientgo.OpStore
	case *ssa.ChangeInterface:
		return p.informers(v.X, depth+1)
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok {
			return p.fieldIs(fa, func(stored ssa.Value) bool { return p.informers(stored, depth+1) })
		}
	case *ssa.Phi:
		for _, e := range v.Edges {
			if !p.informers(e, depth+1) {
				return false
			}
		}
		return true
	}
	return false
}

// fieldIs reports whether everything that is stored in a hidden field is so,
// and something is.
func (p *Package) fieldIs(fa *ssa.FieldAddr, is func(ssa.Value) bool) bool {
	k := fieldKey(fa)
	if p.stores == nil {
		p.stores = make(map[string][]ssa.Value)
		for _, fn := range p.fns {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					if st, ok := instr.(*ssa.Store); ok {
						if fa, ok := st.Addr.(*ssa.FieldAddr); ok {
							p.stores[fieldKey(fa)] = append(p.stores[fieldKey(fa)], st.Val)
						}
					}
				}
			}
		}
	}
	field := fieldOf(fa)
	if field == nil || field.Exported() || len(p.stores[k]) == 0 {
		return false
	}
	for _, v := range p.stores[k] {
		if !is(v) {
			return false
		}
	}
	return true
}

func fieldOf(fa *ssa.FieldAddr) *types.Var {
	st, ok := ssautil.Deref(fa.X.Type()).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	return st.Field(fa.Field)
}

func fieldKey(fa *ssa.FieldAddr) string {
	return types.TypeString(ssautil.Deref(fa.X.Type()), nil) + "." + ssautil.FieldName(fa.X.Type(), fa.Field)
}

// private reports whether a lister reads an indexer that the program fills
// itself: NewPodLister(cache.NewIndexer(...)).
func (p *Package) private(v ssa.Value, depth int) bool {
	if depth > maxTrace {
		return false
	}
	switch v := v.(type) {
	case *ssa.Call:
		fn := ssautil.Callee(&v.Call)
		if fn == nil {
			return false
		}
		if v.Call.IsInvoke() {
			return p.table.RoleOf(v.Call.Value.Type()) == clientgo.Lister && p.private(v.Call.Value, depth+1)
		}
		if len(v.Call.Args) > 0 && clientgo.IsStore(v.Call.Args[0].Type()) {
			return p.private(v.Call.Args[0], depth+1)
		}
		return clientgo.MakesStore(fn)
	case *ssa.ChangeInterface:
		return p.private(v.X, depth+1)
	case *ssa.MakeInterface:
		return p.private(v.X, depth+1)
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok {
			some := false
			p.fieldIs(fa, func(stored ssa.Value) bool {
				some = some || p.private(stored, depth+1)
				return true
			})
			return some
		}
	}
	return false
}
