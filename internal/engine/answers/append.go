package answers

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Apart reports whether what append returns is a list of its own: the one that it was
// given stays in use beside it, and does not have the new elements.
//
// What is put back where the first argument came from, or is all that is left of it, is
// the same list, grown: hooks = append(hooks, f). Where that is not clear it is taken
// for the same: then the elements are in both.
func Apart(ins ssa.CallInstruction) bool {
	call, ok := ins.(*ssa.Call)
	if !ok {
		return false
	}
	first := call.Call.Args[0]
	if part, ok := first.(*ssa.Slice); ok {
		switch {
		case part.Max != nil && isSlice(part.X): // cut off, so that append has to copy
			return usedBeside(part.X, part) && !returns(call, part.X)
		case part.Low != nil || part.High != nil || isSlice(part.X):
			return false // the new elements may be written into what lies behind
		}
	}
	switch first := first.(type) {
	case *ssa.Const:
		return false
	case *ssa.UnOp:
		return first.Op == token.MUL && !returns(call, first)
	case *ssa.Lookup:
		return !returns(call, first)
	}
	return usedBeside(first, call) && !returns(call, first)
}

func isSlice(v ssa.Value) bool {
	_, is := v.Type().Underlying().(*types.Slice)
	return is
}

// usedBeside reports whether anything but one instruction looks at a value.
func usedBeside(v ssa.Value, but ssa.Instruction) bool {
	if v.Referrers() == nil {
		return false // a constant
	}
	for _, r := range *v.Referrers() {
		if _, debug := r.(*ssa.DebugRef); !debug && r != but {
			return true
		}
	}
	return false
}

// returns reports whether the result of append, perhaps with more appended to it, gets
// to where its first argument came from: the variable, the field, the entry of a map.
func returns(call *ssa.Call, first ssa.Value) bool {
	seen := map[ssa.Value]bool{call: true}
	for work := []ssa.Value{call}; len(work) > 0; work = work[1:] {
		if work[0] == first {
			return true
		}
		for _, r := range *work[0].Referrers() {
			var next ssa.Value
			switch r := r.(type) {
			case *ssa.Phi:
				next = r
			case *ssa.Call:
				if b, ok := r.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" && r.Call.Args[0] == work[0] {
					next = r
				}
			case *ssa.Store:
				if load, ok := first.(*ssa.UnOp); ok && r.Val == work[0] && samePlace(r.Addr, load.X) {
					return true
				}
			case *ssa.MapUpdate:
				if entry, ok := first.(*ssa.Lookup); ok && r.Value == work[0] && samePlace(r.Map, entry.X) {
					return true
				}
			}
			if next != nil && !seen[next] {
				seen[next] = true
				work = append(work, next)
			}
		}
	}
	return false
}

// samePlace reports whether two values lead to one place: they are the same, or the same
// field, element or variable of what is.
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
		return ok && samePlace(a.X, b.X) // whichever element it is
	case *ssa.UnOp:
		b, ok := b.(*ssa.UnOp)
		return ok && a.Op == b.Op && samePlace(a.X, b.X)
	}
	return false
}
