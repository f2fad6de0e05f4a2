package value

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// Captured returns what is known of the values that a closure captures where
// nothing has run yet: functions only, also in variables that are assigned once.
// What such a variable holds is in held.
func Captured(mc *ssa.MakeClosure) (free []Value, held Memory) {
	for _, b := range mc.Bindings {
		free = append(free, captured(b, &held, 0))
	}
	return free, held
}

func captured(b ssa.Value, held *Memory, depth int) Value {
	if depth > 4 {
		return Value{}
	}
	switch b := b.(type) {
	case *ssa.Function:
		return Value{Kind: Closure, Ref: b}
	case *ssa.MakeClosure:
		c := Value{Kind: Closure, Ref: b.Fn}
		for _, x := range b.Bindings {
			c.Elems = append(c.Elems, captured(x, held, depth+1))
		}
		return c
	case *ssa.MakeInterface:
		if t := implementing(b); t != nil {
			return Value{Kind: NonNil, Type: t}
		}
	case *ssa.Alloc:
		var stored ssa.Value
		for _, ref := range *b.Referrers() {
			if st, ok := ref.(*ssa.Store); ok && st.Addr == b {
				if stored != nil {
					return Value{}
				}
				stored = st.Val
			}
		}
		if stored == nil {
			return Value{}
		}
		if v := captured(stored, held, depth+1); v.Kind == Closure || v.Kind == NonNil {
			held.set(place{ref: b}, v)
			return Value{Kind: Pointer, Ref: b}
		}
	}
	return Value{}
}

// implementing returns the type of what becomes an interface, if its methods
// are in this package.
func implementing(i *ssa.MakeInterface) types.Type {
	named, ok := types.Unalias(ssautil.Deref(i.X.Type())).(*types.Named)
	if !ok || i.Parent().Pkg == nil || named.Obj().Pkg() != i.Parent().Pkg.Pkg || clientgo.IsAny(i.Type()) || ssautil.IsError(i.Type()) {
		return nil
	}
	return i.X.Type()
}

// Settled reports whether no variable that a closure has captured is assigned
// after it is handed over: what it finds in them later is what is in them now.
func (v Value) Settled(at ssa.Instruction) bool {
	for _, c := range v.Elems {
		if c.Kind != Pointer || c.Ref.Parent() != at.Parent() {
			continue
		}
		for _, ref := range *c.Ref.Referrers() {
			if st, ok := ref.(*ssa.Store); ok && st.Addr == c.Ref && ssautil.Reaches(at, st) {
				return false
			}
		}
	}
	return true
}
