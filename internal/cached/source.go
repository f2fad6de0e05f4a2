package cached

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A source is a call that hands out objects of a cache.
type source struct {
	kind SourceKind
	call string
	typ  types.Type // of the objects
}

// source classifies a call.
func (m *machine) source(c *ssa.CallCommon) (source, bool) {
	fn := ssautil.Callee(c)
	if fn == nil || !c.IsInvoke() {
		return source{}, false
	}
	recv := c.Value.Type()
	hands := m.table.Lists(recv, fn.Name())
	if hands == clientgo.HandsNothing && clientgo.IsStore(recv) && m.informers(c.Value, 0) {
		hands = clientgo.Stored(fn)
	}
	if hands == clientgo.HandsNothing || m.private(c.Value, 0) {
		return source{}, false
	}
	res := fn.Signature().Results()
	if res.Len() == 0 {
		return source{}, false
	}
	src := source{kind: Get, call: fn.Name(), typ: res.At(0).Type()}
	if hands == clientgo.HandsMany {
		src.kind = List
		slice, ok := src.typ.Underlying().(*types.Slice)
		if !ok {
			return source{}, false
		}
		src.typ = slice.Elem()
	}
	if !isRef(src.typ) {
		return source{}, false
	}
	return src, true
}

const maxTrace = 6

// informers reports whether a store is certainly that of an informer: what
// GetStore or GetIndexer returns, also by way of a hidden field that never holds
// anything else.
func (m *machine) informers(v ssa.Value, depth int) bool {
	if depth > maxTrace {
		return false
	}
	switch v := v.(type) {
	case *ssa.Call:
		fn := ssautil.Callee(&v.Call)
		return fn != nil && v.Call.IsInvoke() && m.table.MethodOp(v.Call.Value.Type(), fn.Name()) == clientgo.OpStore
	case *ssa.ChangeInterface:
		return m.informers(v.X, depth+1)
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok {
			return m.fieldIs(fa, func(stored ssa.Value) bool { return m.informers(stored, depth+1) })
		}
	case *ssa.Phi:
		for _, e := range v.Edges {
			if !m.informers(e, depth+1) {
				return false
			}
		}
		return true
	}
	return false
}

// fieldIs reports whether everything that is stored in a hidden field is so,
// and something is.
func (m *machine) fieldIs(fa *ssa.FieldAddr, is func(ssa.Value) bool) bool {
	k := fieldKey(fa)
	if m.stores == nil {
		m.stores = make(map[string][]ssa.Value)
		for _, fn := range m.fns {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					if st, ok := instr.(*ssa.Store); ok {
						if fa, ok := st.Addr.(*ssa.FieldAddr); ok {
							m.stores[fieldKey(fa)] = append(m.stores[fieldKey(fa)], st.Val)
						}
					}
				}
			}
		}
	}
	field := fieldOf(fa)
	if field == nil || field.Exported() || len(m.stores[k]) == 0 {
		return false
	}
	for _, v := range m.stores[k] {
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
func (m *machine) private(v ssa.Value, depth int) bool {
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
			return m.table.RoleOf(v.Call.Value.Type()) == clientgo.Lister && m.private(v.Call.Value, depth+1)
		}
		if len(v.Call.Args) > 0 && clientgo.IsStore(v.Call.Args[0].Type()) {
			return m.private(v.Call.Args[0], depth+1)
		}
		return clientgo.MakesStore(fn)
	case *ssa.ChangeInterface:
		return m.private(v.X, depth+1)
	case *ssa.MakeInterface:
		return m.private(v.X, depth+1)
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok {
			some := false
			m.fieldIs(fa, func(stored ssa.Value) bool {
				some = some || m.private(stored, depth+1)
				return true
			})
			return some
		}
	}
	return false
}
