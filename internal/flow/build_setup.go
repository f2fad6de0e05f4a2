package flow

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// configure emits the call of a method that works only before an informer is
// started, if the error that it returns afterwards is dropped. With an error
// that is looked at there is nothing that goes wrong silently.
func (f *fnBuilder) configure(ins ssa.CallInstruction, i instr, method string, pos token.Pos) {
	call, ok := ins.(*ssa.Call)
	if !ok || i.A == noReg || !unused(call) {
		return
	}
	if method == clientgo.AddIndexers && !clientgo.IndexersFixed(f.pkg.Pkg) {
		return
	}
	i.Op, i.Proto, i.Name = opProto, clientgo.OpConfigure, method
	i.Args, i.Results = nil, nil
	f.emit(i, pos)
}

// unused reports whether nothing looks at the result of a call.
func unused(call *ssa.Call) bool {
	for _, r := range *call.Referrers() {
		if _, debug := r.(*ssa.DebugRef); !debug {
			return false
		}
	}
	return true
}
