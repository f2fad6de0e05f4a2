package effect

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// OfObject reports whether an address is that of a part of an API object that a function
// got, as a parameter or by an assertion, also by way of copies of such parts. A default
// that a handler sets there is no work by itself: what counts is what is done with the
// object then.
func OfObject(addr ssa.Value) bool {
	for range 20 {
		switch v := addr.(type) {
		case *ssa.FieldAddr:
			addr = v.X
		case *ssa.IndexAddr:
			addr = v.X
		case *ssa.Slice:
			addr = v.X
		case *ssa.Field:
			addr = v.X
		case *ssa.UnOp:
			if v.Op != token.MUL {
				return false
			}
			addr = v.X
		case *ssa.Alloc:
			if addr = ssautil.OnlyStored(v); addr == nil {
				return false
			}
		case *ssa.Extract:
			if _, asserted := v.Tuple.(*ssa.TypeAssert); !asserted {
				return false
			}
			return clientgo.IsObject(v.Type())
		case *ssa.TypeAssert, *ssa.Parameter:
			return clientgo.IsObject(v.Type())
		default:
			return false
		}
	}
	return false
}
