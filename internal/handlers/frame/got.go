package frame

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Got reports whether a value is what the outermost function got, handed down as it is:
// asserted to be of a type at most. What was found by it is another value.
func (f *Frame) Got(v ssa.Value) bool {
	for f != nil {
		switch x := v.(type) {
		case *ssa.Extract:
			v = x.Tuple
		case *ssa.TypeAssert:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.Parameter:
			n := slices.Index(f.Fn.Params, x)
			call, ok := f.Call.(ssa.CallInstruction)
			if n < 0 || !ok || call.Common().IsInvoke() {
				return n >= 0 && f.Call == nil
			}
			if n >= len(call.Common().Args) {
				return false
			}
			v, f = call.Common().Args[n], f.Up
		default:
			return false
		}
	}
	return false
}
