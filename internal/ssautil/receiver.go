package ssautil

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// MayCall reports whether a method, by its name, may be called of what a value points
// to: the function of the value calls it, also through a variable that closures
// share, or the value is a variable of a package, of which it is not known.
func MayCall(recv ssa.Value, method string) bool {
	if load, ok := recv.(*ssa.UnOp); ok {
		recv = load.X
	}
	uses := recv.Referrers()
	if uses == nil {
		return true
	}
	calls := func(ins ssa.Instruction, of ssa.Value) bool {
		call, ok := ins.(ssa.CallInstruction)
		if !ok {
			return false
		}
		fn, args := call.Common().StaticCallee(), call.Common().Args
		return fn != nil && fn.Name() == method && len(args) > 0 && args[0] == of
	}
	return slices.ContainsFunc(*uses, func(ref ssa.Instruction) bool {
		load, ok := ref.(*ssa.UnOp)
		return calls(ref, recv) || ok && slices.ContainsFunc(*load.Referrers(), func(ins ssa.Instruction) bool { return calls(ins, load) })
	})
}
