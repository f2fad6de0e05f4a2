package ssautil

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Method returns the receiver and the name of the method that a call is of.
func Method(c *ssa.CallCommon) (recv ssa.Value, name string) {
	if c.IsInvoke() {
		return c.Value, c.Method.Name()
	}
	if fn := c.StaticCallee(); fn != nil && fn.Signature.Recv() != nil && len(c.Args) > 0 {
		return c.Args[0], fn.Name()
	}
	return nil, ""
}

// Shift is how many arguments of a static call of a function stand before its first
// parameter: a receiver.
func Shift(fn *types.Func) int {
	if fn.Signature().Recv() != nil {
		return 1
	}
	return 0
}

// Called is the declared function that is called, nil if that is not known, and how many
// of the call's arguments stand before its first parameter.
func Called(c *ssa.CallCommon) (fn *types.Func, shift int) {
	if fn = Callee(c); fn != nil && !c.IsInvoke() {
		shift = Shift(fn)
	}
	return fn, shift
}
