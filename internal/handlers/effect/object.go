package effect

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// ObjectOf returns the API object that an address leads to a part of, also by way of
// copies of such parts: a parameter, what is asserted of one, or one of several; nil if it
// leads to none. A default that a handler sets in its object is no work by itself: what
// counts is what is done with the object then.
func ObjectOf(addr ssa.Value) ssa.Value {
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
				return nil
			}
			addr = v.X
		case *ssa.Alloc:
			if addr = ssautil.OnlyStored(v); addr == nil {
				return nil
			}
		case *ssa.Extract, *ssa.TypeAssert, *ssa.Parameter, *ssa.Phi:
			if clientgo.IsObject(v.Type()) {
				return v
			}
			return nil
		default:
			return nil
		}
	}
	return nil
}
