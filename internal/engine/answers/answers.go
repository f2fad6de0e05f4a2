// Package answers says what a function does with what a call returns: with an error, or
// with what a lister has found; and whether it returns because it was told to stop.
//
// It knows nothing of programs: it reads SSA.
package answers

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// Unused reports whether nothing looks at a value. With an error that is looked
// at there is nothing that goes wrong silently.
func Unused(v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		if _, debug := r.(*ssa.DebugRef); !debug {
			return false
		}
	}
	return true
}

// DropsError reports whether a call returns a value and an error, and nothing
// looks at the error.
func DropsError(ins ssa.CallInstruction) bool {
	call, ok := ins.(*ssa.Call)
	if !ok || call.Call.Signature().Results().Len() != 2 {
		return false // before client-go 0.26 AddEventHandler returns nothing
	}
	for _, r := range *call.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.Extract:
			if r.Index == 1 && !Unused(r) {
				return false
			}
		default:
			return false // both are handed on
		}
	}
	return true
}

// AskedLater reports whether the function asks the API for the same kind of object
// after it has read a lister, and not about what it has found there: what is
// missing in the cache is found all the same.
func AskedLater(read ssa.CallInstruction) bool {
	v := read.Value()
	if v == nil {
		return false
	}
	kind := kindOf(read.Common().Signature())
	for _, b := range v.Parent().Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || !call.Call.IsInvoke() || kind == "" {
				continue
			}
			name, sig := call.Call.Method.Name(), call.Call.Signature()
			asks := (name == "Get" || name == "List") && sig.Params().Len() > 0 && clientgo.IsContext(sig.Params().At(0).Type())
			if asks && strings.TrimSuffix(kindOf(sig), "List") == kind && ssautil.Reaches(v, call) && !comesFrom(call, v, 0) {
				return true
			}
		}
	}
	return false
}

// kindOf names what a function returns: an object, or objects.
func kindOf(sig *types.Signature) string {
	if sig.Results().Len() == 0 {
		return ""
	}
	t := sig.Results().At(0).Type()
	if s, ok := t.Underlying().(*types.Slice); ok {
		t = s.Elem()
	}
	return clientgo.TypeName(ssautil.Deref(t))
}

// comesFrom reports whether a value is computed from another.
func comesFrom(v, from ssa.Value, depth int) bool {
	if v == from {
		return true
	}
	instr, ok := v.(ssa.Instruction)
	if !ok || depth > 8 {
		return false
	}
	for _, op := range instr.Operands(nil) {
		if *op != nil && comesFrom(*op, from, depth+1) {
			return true
		}
	}
	return false
}

// Stopped reports whether a function comes to a return only when it has been told to
// stop: it has received from a context's Done, or from a channel that it was given.
func Stopped(ret *ssa.Return) bool {
	for _, b := range ret.Parent().Blocks {
		if !b.Dominates(ret.Block()) {
			continue
		}
		for _, instr := range b.Instrs {
			if recv, ok := instr.(*ssa.UnOp); ok && recv.Op == token.ARROW && stops(recv.X) {
				return true
			}
		}
	}
	return false
}

func stops(ch ssa.Value) bool {
	switch ch := ch.(type) {
	case *ssa.Parameter:
		t, ok := ch.Type().Underlying().(*types.Chan)
		return ok && types.Identical(t.Elem(), types.NewStruct(nil, nil))
	case *ssa.Call:
		c := ch.Common()
		return c.IsInvoke() && c.Method.Name() == "Done" && clientgo.IsContext(c.Value.Type())
	}
	return false
}
