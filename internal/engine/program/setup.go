package program

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// configure emits the call of a method that works only before an informer is
// started, and says if the error that it returns afterwards is dropped. With an
// error that is looked at there is nothing that goes wrong silently.
func (f *fnBuilder) configure(ins ssa.CallInstruction, i Instr, method string, pos token.Pos) {
	call, ok := ins.(*ssa.Call)
	if !ok || i.A == NoReg {
		return
	}
	if method == clientgo.AddIndexers && !clientgo.IndexersFixed(f.pkg.Pkg) {
		return
	}
	i.Op, i.Proto, i.Name = OpProto, clientgo.OpConfigure, method
	i.Args, i.Results = nil, nil
	if unused(call) {
		i.Callee = DroppedError
	}
	f.emit(i, pos)
}

// unused reports whether nothing looks at a value.
func unused(v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		if _, debug := r.(*ssa.DebugRef); !debug {
			return false
		}
	}
	return true
}

// dropsError reports whether a call returns a value and an error, and nothing
// looks at the error.
func dropsError(ins ssa.CallInstruction) bool {
	call, ok := ins.(*ssa.Call)
	if !ok || call.Call.Signature().Results().Len() != 2 {
		return false // before client-go 0.26 AddEventHandler returns nothing
	}
	for _, r := range *call.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.Extract:
			if r.Index == 1 && !unused(r) {
				return false
			}
		default:
			return false // both are handed on
		}
	}
	return true
}
