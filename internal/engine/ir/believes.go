package ir

import (
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// AccessorBefore: the accessor whose informer register asks for was taken
// before start, and it was not taken as a plain parameter.
func (fn *Fn) AccessorBefore(register, start *Instr) bool {
	for ins := range fn.Instrs() {
		if ins.Op == OpProto && ins.Proto == clientgo.OpAccessor && len(ins.Results) > 0 && ins.Results[0] == register.A &&
			ins.Pos < start.Pos && start.Pos < register.Pos {
			return true
		}
	}
	return false
}

// AwaitsIt: the function asks the informer that register returned for HasSynced.
func (fn *Fn) AwaitsIt(register *Instr) bool {
	if len(register.Results) == 0 || register.Results[0] == NoReg {
		return false
	}
	same := []Reg{register.Results[0]} // also as another interface
	for ins := range fn.Instrs() {
		switch {
		case ins.Op == OpMove && len(ins.Args) == 1 && slices.Contains(same, ins.Args[0]):
			same = append(same, ins.Dst)
		case (ins.Op == OpBound || ins.Op == OpProto) && ins.Proto == clientgo.OpHasSynced && slices.Contains(same, ins.A):
			return true
		}
	}
	return false
}
