package outcome

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/blocking"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A setting that came too late had no effect. Made before the start, its function runs
// in the informer, and until it returns the informer is not synced.

// Early reports whether what a setting gives to its informer may wait for what comes
// only after the start: it waits for others or takes a lock, or somebody is told
// something between the start and the setting.
func Early(pass *analysis.Pass, set, start token.Pos) bool {
	for _, f := range functionsOf(pass) {
		call := f.callAt(set)
		if call == nil {
			continue
		}
		for _, arg := range call.Common().Args {
			if _, is := arg.Type().Underlying().(*types.Signature); !is {
				continue
			}
			if waits, locks := blocking.AwaitsValue(arg, f.Function); waits || locks {
				return true
			}
		}
		return f.tellsBetween(f.callAt(start), call)
	}
	return true
}

func (f *function) callAt(pos token.Pos) ssa.CallInstruction {
	for _, b := range f.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok && (call.Pos() == pos || call.Common().Pos() == pos) {
				return call
			}
		}
	}
	return nil
}

func (f *function) tellsBetween(from, to ssa.Instruction) bool {
	if from == nil {
		return false
	}
	for _, b := range f.Blocks {
		for _, instr := range b.Instrs {
			if instr != from && instr != to && blocking.Tells(instr) && ssautil.Reaches(from, instr) && ssautil.Reaches(instr, to) {
				return true
			}
		}
	}
	return false
}
