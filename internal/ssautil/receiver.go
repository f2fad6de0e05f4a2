package ssautil

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Calls reports whether a function calls a method, by its name, of what one of its
// values points to: also where the value is a variable that closures share.
func Calls(recv ssa.Value, method string) bool {
	if load, ok := recv.(*ssa.UnOp); ok {
		recv = load.X
	}
	calls := func(ins ssa.Instruction, of ssa.Value) bool {
		call, ok := ins.(ssa.CallInstruction)
		if !ok {
			return false
		}
		fn, args := call.Common().StaticCallee(), call.Common().Args
		return fn != nil && fn.Name() == method && len(args) > 0 && args[0] == of
	}
	return slices.ContainsFunc(*recv.Referrers(), func(ref ssa.Instruction) bool {
		load, ok := ref.(*ssa.UnOp)
		return calls(ref, recv) || ok && slices.ContainsFunc(*load.Referrers(), func(ins ssa.Instruction) bool { return calls(ins, load) })
	})
}
