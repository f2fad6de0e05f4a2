package hop

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// AsksDeleted reports whether the function that takes items out of a place decides
// something by their deletion timestamp. The object in a tombstone may be older than its
// deletion, and would be taken for one that lives on.
func (o Outs) AsksDeleted(place string) bool {
	out, ok := o[place]
	if !ok {
		return false
	}
	item, ok := out.At.(ssa.Value)
	if !ok || out.Index < 0 {
		return ok && asksDeleted(item, make(map[ssa.Value]bool))
	}
	return slices.ContainsFunc(*item.Referrers(), func(ref ssa.Instruction) bool {
		e, ok := ref.(*ssa.Extract)
		return ok && e.Index == out.Index && asksDeleted(e, make(map[ssa.Value]bool))
	})
}

// AsksDeleted reports the same of a value: an object that a handler has asserted.
func AsksDeleted(v ssa.Value) bool { return asksDeleted(v, make(map[ssa.Value]bool)) }

// asksDeleted follows a value to what is a part of it, in its function.
func asksDeleted(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] || v.Referrers() == nil {
		return false
	}
	seen[v] = true
	for _, ref := range *v.Referrers() {
		switch r := ref.(type) {
		case ssa.CallInstruction:
			if c := r.Common(); clientgo.DeletionGetter(calledName(c)) && (c.Value == v || len(c.Args) > 0 && c.Args[0] == v) {
				if call, ok := r.(*ssa.Call); ok && decides(call) {
					return true
				}
			}
		case *ssa.UnOp:
			if r.Op == token.MUL && asksDeleted(r, seen) {
				return true
			}
		case *ssa.FieldAddr:
			if clientgo.DeletionField(ssautil.FieldName(r.X.Type(), r.Field)) {
				if decides(r) {
					return true
				}
			} else if asksDeleted(r, seen) {
				return true
			}
		case *ssa.Extract, *ssa.TypeAssert, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.Phi:
			if asksDeleted(r.(ssa.Value), seen) {
				return true
			}
		}
	}
	return false
}

// decides reports whether a deletion timestamp, or what its field holds, is compared, or
// given to a function as it is: IsZero, say. Who prints it decides nothing.
func decides(v ssa.Value) bool {
	return slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool {
		switch r := ref.(type) {
		case *ssa.BinOp, *ssa.Call:
			return true
		case *ssa.UnOp:
			return r.Op == token.MUL && decides(r)
		}
		return false
	})
}

func calledName(c *ssa.CallCommon) string {
	if c.IsInvoke() {
		return c.Method.Name()
	}
	if fn := c.StaticCallee(); fn != nil {
		return fn.Name()
	}
	return ""
}
