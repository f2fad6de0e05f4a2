package outcome

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A goroutine that begins later has not begun where a wait was stopped in between.
// What waits for the goroutine there, a WaitGroup or a channel, waits for ever.

// before counts the pairs of a goroutine and something that blocks, of which the first
// has surely begun when the second is come to.
func (f *function) before() (gone, pairs int) {
	var begins, blocks []ssa.Instruction
	var deferred []ssa.Instruction
	for _, b := range f.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Go:
				begins = append(begins, instr)
			case *ssa.Defer:
				if f.blocking(instr.Common()) {
					deferred = append(deferred, instr)
				}
			case *ssa.RunDefers:
				for _, d := range deferred {
					if precedes(d, instr) {
						blocks = append(blocks, instr)
						break
					}
				}
			case *ssa.Call:
				if f.blocking(instr.Common()) {
					blocks = append(blocks, instr)
				}
			case *ssa.Send:
				blocks = append(blocks, instr)
			case *ssa.UnOp:
				if instr.Op == token.ARROW {
					blocks = append(blocks, instr)
				}
			case *ssa.Select:
				if instr.Blocking {
					blocks = append(blocks, instr)
				}
			}
		}
	}
	for _, begin := range begins {
		for _, block := range blocks {
			if precedes(begin, block) {
				pairs++
			}
		}
	}
	return len(begins), pairs
}

// precedes: whoever comes to the second instruction has come by the first.
func precedes(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	for _, instr := range a.Block().Instrs {
		if instr == a || instr == b {
			return instr == a
		}
	}
	return false
}

// blocking: a call waits for others, and not for a cache. A function literal may do
// so in what it does.
func (f *function) blocking(c *ssa.CallCommon) bool {
	switch f.op(c) {
	case clientgo.OpWait, clientgo.OpWaitFor, clientgo.OpWaitCache:
		return false
	}
	if fn := ssautil.Callee(c); fn != nil && fn.Name() == "Wait" {
		return true
	}
	fn := c.StaticCallee()
	if fn == nil || fn.Parent() != f.Function {
		return false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.UnOp:
				if instr.Op == token.ARROW {
					return true
				}
			case *ssa.Call:
				if callee := ssautil.Callee(instr.Common()); callee != nil && callee.Name() == "Wait" {
					return true
				}
			}
		}
	}
	return false
}
