package fields

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Stores looks at what a function stores into hidden fields that hold a map or
// slice. Such a container is the field's own if it is made for it, wherever it is
// stored: then nobody else has it but who gets it from the field, which is
// followed.
func (r *Reach) Stores(fn *ssa.Function) {
	for _, blk := range fn.Blocks {
		for _, ins := range blk.Instrs {
			st, ok := ins.(*ssa.Store)
			if !ok {
				continue
			}
			fa, ok := st.Addr.(*ssa.FieldAddr)
			if !ok || !container(st.Val.Type()) {
				continue
			}
			if at, ok := r.hidden(fa.X, fa.Field, fa.Type()); ok {
				was, known := r.own[at]
				r.own[at] = (was || !known) && r.fresh(st.Val, at, make(map[ssa.Value]bool))
			}
		}
	}
}

func container(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Map, *types.Slice:
		return true
	}
	return false
}

// fresh: the container was made for the field, or came from there.
func (r *Reach) fresh(v ssa.Value, at place, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Const:
		return true // nil
	case *ssa.MakeMap:
		return kept(v)
	case *ssa.MakeSlice:
		return kept(v)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if !r.fresh(e, at, seen) {
				return false
			}
		}
		return kept(v)
	case *ssa.UnOp:
		fa, ok := v.X.(*ssa.FieldAddr)
		if !ok {
			return false
		}
		from, ok := r.hidden(fa.X, fa.Field, fa.Type())
		return ok && from == at
	case *ssa.Call:
		b, ok := v.Call.Value.(*ssa.Builtin)
		return ok && b.Name() == "append" && r.fresh(v.Call.Args[0], at, seen) && kept(v)
	case *ssa.Slice: // of a literal
		a, ok := v.X.(*ssa.Alloc)
		return ok && a.Comment == "slicelit" && kept(v)
	}
	return false
}

// kept: nothing is done to a container but to fill it, to read it and to store it
// in fields.
func kept(v ssa.Value) bool {
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.MapUpdate:
			if use.Map != v {
				return false
			}
		case *ssa.Store:
			if _, field := use.Addr.(*ssa.FieldAddr); !field || use.Val != v {
				return false
			}
		case *ssa.Call:
			if _, builtin := use.Call.Value.(*ssa.Builtin); !builtin {
				return false
			}
		case *ssa.Lookup, *ssa.Range, *ssa.IndexAddr, *ssa.Slice, *ssa.Phi, *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}
