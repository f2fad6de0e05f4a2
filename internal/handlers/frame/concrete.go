package frame

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Concrete is the type that t is in this call: what a caller has given for it, if t
// is a type parameter. It is t itself if that is not known.
func (f *Frame) Concrete(t types.Type) types.Type {
	for ; f != nil && f.Call != nil; f = f.Up {
		p, ok := types.Unalias(t).(*types.TypeParam)
		if !ok {
			break
		}
		call, ok := f.Call.(ssa.CallInstruction)
		if !ok || call.Common().StaticCallee() == nil {
			continue
		}
		// Of a literal in a generic function, whoever called that one has the type.
		callee := call.Common().StaticCallee()
		i := slices.Index(slices.Collect(callee.TypeParams().TypeParams()), p)
		if args := callee.TypeArgs(); i >= 0 && i < len(args) {
			t = args[i]
		}
	}
	return t
}
