package calls

import (
	"go/types"
	"slices"

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
	if hands == clientgo.HandsNothing || p.private(c.Value, 0) || p.wrapped(c.Value, 0) {
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
	field := ssautil.Field(fa)
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

// wrapped reports whether a type of the program's own may stand behind a lister's
// interface, which may copy what it hands out. The types of generated listers are
// hidden: nobody else converts them to the interface.
func (p *Package) wrapped(v ssa.Value, depth int) bool {
	if depth > maxTrace {
		return false
	}
	some := func(vs []ssa.Value) bool {
		return slices.ContainsFunc(vs, func(v ssa.Value) bool { return p.wrapped(v, depth+1) })
	}
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return true
	case *ssa.ChangeInterface:
		return p.wrapped(v.X, depth+1)
	case *ssa.Phi:
		return some(v.Edges)
	case *ssa.Extract:
		call, ok := v.Tuple.(*ssa.Call)
		return ok && some(returned(call, v.Index))
	case *ssa.Call:
		if v.Call.IsInvoke() {
			return p.table.RoleOf(v.Call.Value.Type()) == clientgo.Lister && p.wrapped(v.Call.Value, depth+1)
		}
		return some(returned(v, 0))
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok {
			found := false
			p.fieldIs(fa, func(stored ssa.Value) bool {
				found = found || p.wrapped(stored, depth+1)
				return true
			})
			return found
		}
	}
	return false
}

// returned are the values that a call of a function with a body may return.
func returned(call *ssa.Call, i int) (out []ssa.Value) {
	callee := call.Call.StaticCallee()
	if callee == nil {
		return nil
	}
	for _, b := range ssautil.Origin(callee).Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && i < len(ret.Results) {
			out = append(out, ret.Results[i])
		}
	}
	return out
}
