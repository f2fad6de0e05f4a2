package frame

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// Got reports whether a value is what the outermost function got, handed down as it is:
// asserted to be of a type, or taken out of its tombstone, at most. What was found by it is
// another value.
func (f *Frame) Got(v ssa.Value) bool { return f.got(v, make(map[*ssa.Phi]bool)) }

func (f *Frame) got(v ssa.Value, seen map[*ssa.Phi]bool) bool {
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
		case *ssa.Field, *ssa.UnOp:
			if v = unwrapped(v); v == nil {
				return false
			}
		case *ssa.Phi:
			if seen[x] {
				return false // a loop goes on to another one
			}
			seen[x] = true
			return !slices.ContainsFunc(x.Edges, func(e ssa.Value) bool { return !f.got(e, seen) })
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

// unwrapped returns the tombstone whose object a value is; nil if it is none's.
func unwrapped(v ssa.Value) ssa.Value {
	var of ssa.Value
	switch x := v.(type) {
	case *ssa.Field:
		of = x.X
	case *ssa.UnOp:
		addr, ok := x.X.(*ssa.FieldAddr)
		if !ok {
			return nil
		}
		of = addr.X
		if local, ok := of.(*ssa.Alloc); ok {
			if of = ssautil.OnlyStored(local); of == nil {
				return nil
			}
		}
	}
	_, object := v.Type().Underlying().(*types.Interface)
	if value, pointer := clientgo.IsTombstone(of.Type()); object && (value || pointer) {
		return of
	}
	return nil
}
