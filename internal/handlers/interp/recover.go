package interp

import (
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/ssautil"
)

// recovers reports whether a panic in a frame may end in a function of the package
// that was deferred there, or in a caller, and recovers. What is done after that
// is not followed, so nothing is known of how the handler ends. HandleCrash and the
// like are in other packages, and panic again.
func recovers(fr *Frame) bool {
	for ; fr != nil; fr = fr.Up {
		for _, b := range fr.Fn.Blocks {
			for _, instr := range b.Instrs {
				if d, ok := instr.(*ssa.Defer); ok && catches(d.Call.StaticCallee()) {
					return true
				}
			}
		}
	}
	return false
}

// catches reports whether a function calls recover, and does not panic itself.
func catches(fn *ssa.Function) (yes bool) {
	if fn == nil {
		return false
	}
	for _, b := range ssautil.Origin(fn).Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.Panic:
				return false
			case *ssa.Call:
				if f, ok := i.Call.Value.(*ssa.Builtin); ok && f.Name() == "recover" {
					yes = true
				}
			}
		}
	}
	return yes
}
