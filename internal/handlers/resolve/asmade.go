package resolve

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// asMade reports whether a handler structure has in its fields what is put there where it
// is made. A literal is often made aside and copied to a variable, of which a field may
// be set later, here or by who gets its address.
func asMade(v ssa.Value) bool {
	return !given(v) && !slices.ContainsFunc(copies(v), func(a *ssa.Alloc) bool { return given(a) || set(a) })
}

// copies are the variables that a structure is copied to.
func copies(v ssa.Value) (out []*ssa.Alloc) {
	if v.Referrers() == nil {
		return nil // a variable of a package
	}
	for _, ref := range *v.Referrers() {
		load, ok := ref.(*ssa.UnOp)
		if !ok {
			continue
		}
		for _, use := range *load.Referrers() {
			if st, ok := use.(*ssa.Store); ok && st.Val == load {
				if a, ok := st.Addr.(*ssa.Alloc); ok && a != v {
					out = append(out, a)
				}
			}
		}
	}
	return out
}

// filled reports whether something is put into a field.
func filled(fa *ssa.FieldAddr) bool {
	return slices.ContainsFunc(*fa.Referrers(), func(use ssa.Instruction) bool { st, ok := use.(*ssa.Store); return ok && st.Addr == fa })
}

// given reports whether others get the address of a structure.
func given(v ssa.Value) bool {
	return slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool {
		switch ref.(type) {
		case ssa.CallInstruction, *ssa.MakeClosure:
			return true
		}
		return false
	})
}

// set reports whether something is put into a field of a variable, or into the variable
// a second time.
func set(a *ssa.Alloc) bool {
	stores := 0
	for _, ref := range *a.Referrers() {
		switch i := ref.(type) {
		case *ssa.Store:
			if i.Addr == a {
				stores++
			}
		case *ssa.FieldAddr:
			if filled(i) {
				return true
			}
		}
	}
	return stores > 1
}
