package outcome

import (
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// An informer that is stopped before its first list is never synced. A program that
// starts some, stops them, and waits for the factory with another stop waited for those
// alone that were started, which had synced; for one more it may wait for ever.

// Ended reports whether an edit that starts more informers of a factory starts them
// with what the same function cancels or closes before it waits with another stop. at
// are calls that are made to that factory, or to what it gives.
func Ended(before, after *analysis.Pass, at []token.Pos) bool {
	of := factoriesAt(functionsOf(before), at)
	for _, f := range functionsOf(after) {
		for _, start := range each([]*function{f}, clientgo.OpStart) {
			if start.instr == nil || start.stop == "" || of != nil && known(start.factory) && !of[start.factory] {
				continue
			}
			if f.waitsBehind(start) {
				return true
			}
		}
	}
	return false
}

// waitsBehind: what stops the start is called, and then a wait comes that something
// else stops. A deferred call comes after all waits.
func (f *function) waitsBehind(start factoryCall) bool {
	var ends, waits []ssa.Instruction
	for _, b := range f.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if stopsIt(call, start.stop) && ssautil.Reaches(start.instr, call) {
				ends = append(ends, call)
			}
			switch f.op(call.Common()) {
			case clientgo.OpWait, clientgo.OpWaitFor:
				for _, arg := range call.Call.Args {
					if stops(arg.Type()) && identity(arg) != start.stop {
						waits = append(waits, call)
					}
				}
			}
		}
	}
	for _, end := range ends {
		for _, wait := range waits {
			if ssautil.Reaches(end, wait) {
				return true
			}
		}
	}
	return false
}
