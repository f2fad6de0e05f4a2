package resolve

import (
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// wraps returns the index in c.Args of the handler that the result of a call
// stands for, by the config file.
func (r *resolver) wraps(c *ssa.CallCommon) (int, bool) {
	fn, shift := ssautil.Called(c)
	if fn == nil {
		return 0, false
	}
	for _, d := range r.declared.Of(fn) {
		if n := d.Param + shift; d.Act == clientgo.Wraps && n < len(c.Args) {
			return n, true
		}
	}
	return 0, false
}

// declared follows a handler into a function of the config file: through one
// that wraps it, and into one that opens tombstones for it.
func (f *follower) declared(i ssa.CallInstruction, v ssa.Value) bool {
	c := i.Common()
	fn, shift := ssautil.Called(c)
	if fn == nil {
		return false
	}
	known := false
	for n, arg := range c.Args {
		if arg != v {
			continue
		}
		if f.r.declared.Does(fn, clientgo.Opens, n-shift) {
			f.opened, f.ok, known = true, true, true
		}
		if f.r.declared.Does(fn, clientgo.Wraps, n-shift) {
			known = true
			if call, ok := i.(*ssa.Call); ok {
				f.value(call)
			}
		}
	}
	return known
}
