package form

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/ssautil"
)

// FillsNil reports whether a statement puts an empty map in the place of a nil or
// empty one, right after a test for that. No reader can tell.
func FillsNil(st *ssa.Store) bool {
	m, ok := st.Val.(*ssa.MakeMap)
	if !ok || len(*m.Referrers()) > 1 || len(st.Block().Preds) != 1 {
		return false
	}
	test := st.Block().Preds[0]
	cond, ok := test.Instrs[len(test.Instrs)-1].(*ssa.If)
	if !ok || test.Succs[0] != st.Block() || test.Succs[1] == st.Block() {
		return false
	}
	eq, ok := cond.Cond.(*ssa.BinOp)
	if !ok || eq.Op != token.EQL {
		return false
	}
	x := eq.X
	null, isConst := eq.Y.(*ssa.Const)
	if !isConst {
		return false
	}
	if m, ok := measured(x); ok && null.Value != nil && constant.Sign(null.Value) == 0 {
		x = m
	} else if !null.IsNil() {
		return false
	}
	load, ok := x.(*ssa.UnOp)
	return ok && load.Op == token.MUL && samePlace(load.X, st.Addr)
}

// measured returns what a call of len is asked of.
func measured(v ssa.Value) (of ssa.Value, ok bool) {
	call, ok := v.(*ssa.Call)
	if !ok {
		return nil, false
	}
	b, ok := call.Call.Value.(*ssa.Builtin)
	if !ok || b.Name() != "len" {
		return nil, false
	}
	return call.Call.Args[0], true
}

// samePlace reports whether two addresses are computed in the same way.
func samePlace(a, b ssa.Value) bool {
	if a == b {
		return true
	}
	switch a := a.(type) {
	case *ssa.FieldAddr:
		b, ok := b.(*ssa.FieldAddr)
		return ok && a.Field == b.Field && samePlace(a.X, b.X)
	case *ssa.IndexAddr:
		b, ok := b.(*ssa.IndexAddr)
		return ok && samePlace(a.X, b.X) && samePlace(a.Index, b.Index)
	case *ssa.UnOp:
		b, ok := b.(*ssa.UnOp)
		return ok && a.Op == b.Op && samePlace(a.X, b.X)
	case *ssa.Const:
		b, ok := b.(*ssa.Const)
		return ok && types.Identical(a.Type(), b.Type()) && a.String() == b.String()
	}
	return false
}

// Replaces reports whether elements of a list are replaced in the function that
// gets it: which of them are the cache's after that is not known.
func Replaces(call *ssa.Call) bool {
	for _, ref := range *call.Referrers() {
		list, ok := ref.(*ssa.Extract)
		if !ok || list.Index != 0 {
			continue
		}
		for _, ref := range *list.Referrers() {
			at, ok := ref.(*ssa.IndexAddr)
			if !ok {
				continue
			}
			for _, ref := range *at.Referrers() {
				if st, ok := ref.(*ssa.Store); ok && st.Addr == at {
					return true
				}
			}
		}
	}
	return false
}

// Settled reports whether the variables that a closure shares with its function
// have the values that it will see, if a call runs it later. The others are told
// apart by conditions that the closure may ask again, or by when it runs.
func Settled(instr ssa.CallInstruction) bool {
	mc, ok := instr.Common().Value.(*ssa.MakeClosure)
	return !ok || !slices.ContainsFunc(mc.Bindings, func(v ssa.Value) bool {
		return reassigned(v, mc, func(st *ssa.Store) bool {
			return ssautil.Reaches(instr, st) || !st.Block().Dominates(instr.Block())
		})
	})
}

// SettledNow is the same of a closure that a call gets, and runs at once: of those
// variables that have something that counts.
func SettledNow(mc *ssa.MakeClosure, instr ssa.Instruction, counts func(ssa.Value) bool) bool {
	return !slices.ContainsFunc(mc.Bindings, func(v ssa.Value) bool {
		return counts(v) && reassigned(v, mc, func(st *ssa.Store) bool {
			return ssautil.Reaches(st, instr) && !st.Block().Dominates(instr.Block())
		})
	})
}

// lock reports whether a type is one of package sync: what is in such a variable is
// no object.
func lock(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync"
}

// reassigned reports whether a variable may have got another value by one of the
// stores that matter.
func reassigned(v ssa.Value, mc *ssa.MakeClosure, matters func(*ssa.Store) bool) bool {
	cell, ok := v.(*ssa.Alloc)
	if !ok {
		_, captured := v.(*ssa.FreeVar)
		return captured
	}
	if t := ssautil.Deref(cell.Type()); !ssautil.IsRef(t) || ssautil.IsError(t) {
		_, basic := t.Underlying().(*types.Basic)
		return !basic && !ssautil.IsError(t) && !lock(t)
	}
	for _, ref := range *cell.Referrers() {
		switch ref := ref.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.Store:
			if ref.Val == v || matters(ref) {
				return true
			}
		case *ssa.MakeClosure:
			if i := slices.Index(ref.Bindings, v); ref != mc && ssautil.Stored(ref.Fn.(*ssa.Function).FreeVars[i]) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// OfElement reports whether a statement sets a field of a structure that a pointer in
// a container leads to.
func OfElement(instr ssa.Instruction) bool {
	st, ok := instr.(*ssa.Store)
	if !ok {
		return false
	}
	field, ok := st.Addr.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	switch x := field.X.(type) {
	case *ssa.UnOp:
		_, ok = x.X.(*ssa.IndexAddr)
		return ok
	case *ssa.Extract:
		_, ok = x.Tuple.(*ssa.Next)
		return ok
	}
	return false
}
