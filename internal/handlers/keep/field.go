package keep

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/ssautil"
)

// written returns what a field holds that is read from a structure which the function
// itself has made, such as an entry that knows its key; nil if it may hold something
// else by then.
func written(v ssa.Value) ssa.Value {
	var from ssa.Value
	var field int
	var load *ssa.UnOp
	switch x := v.(type) {
	case *ssa.UnOp:
		if f, ok := x.X.(*ssa.FieldAddr); ok {
			load, from, field = x, f.X, f.Field
		}
	case *ssa.Field:
		if u, ok := x.X.(*ssa.UnOp); ok {
			load, from, field = u, u.X, x.Field
		}
	}
	if made, ok := from.(*ssa.Alloc); ok && load.Op == token.MUL {
		return content(made, field, load)
	}
	return nil
}

// content returns what a field of a structure always holds when that is read. A
// structure that is put together as a value is copied once.
func content(made *ssa.Alloc, field int, load *ssa.UnOp) (held ssa.Value) {
	once := func(i *ssa.Store, v ssa.Value) bool {
		if v == nil || held != nil || !before(i, load) {
			return false
		}
		held = v
		return true
	}
	for _, ref := range *made.Referrers() {
		switch i := ref.(type) {
		case *ssa.DebugRef, *ssa.UnOp:
		case *ssa.FieldAddr:
			for _, use := range *i.Referrers() {
				st, ok := use.(*ssa.Store)
				if ok && i.Field == field && (st.Addr != i || !once(st, st.Val)) || !ok && i.Field == field && !onlyReads(use) {
					return nil
				}
			}
		case *ssa.Store:
			if i.Addr == made {
				if !once(i, copyOf(i.Val, field)) {
					return nil
				}
			} else if ssautil.Reaches(i, load) {
				return nil
			}
		default:
			if ssautil.Reaches(ref, load) {
				return nil // somebody else has it
			}
		}
	}
	return held
}

// copyOf returns what a field of a structure holds that is a copy of another one.
func copyOf(v ssa.Value, field int) ssa.Value {
	if u, ok := v.(*ssa.UnOp); ok && u.Op == token.MUL {
		if made, ok := u.X.(*ssa.Alloc); ok && !ssautil.Reaches(u, u) {
			return content(made, field, u)
		}
	}
	return nil
}

// onlyReads reports whether a use of a field's address does not write there.
func onlyReads(use ssa.Instruction) bool {
	switch use.(type) {
	case *ssa.UnOp, *ssa.DebugRef:
		return true
	}
	return false
}

// before reports whether an instruction has always run when another one does, and is
// not run after it.
func before(i, other ssa.Instruction) bool {
	return i.Block().Dominates(other.Block()) && ssautil.Reaches(i, other) && !ssautil.Reaches(other, i)
}
