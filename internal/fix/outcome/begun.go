package outcome

import (
	"go/token"
	"go/types"

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

// maxDeep is how deep calls are followed.
const maxDeep = 3

// blocking: a call waits for others, and not for a cache, or what it calls in the
// package does.
func (f *function) blocking(c *ssa.CallCommon) bool { return f.blocks(c, 0) }

func (f *function) blocks(c *ssa.CallCommon, deep int) (found bool) {
	switch f.op(c) {
	case clientgo.OpWait, clientgo.OpWaitFor, clientgo.OpWaitCache:
		return false
	}
	if fn := ssautil.Callee(c); fn != nil && fn.Name() == "Wait" {
		return true
	}
	f.inside(c, deep, func(instr ssa.Instruction) {
		switch instr := instr.(type) {
		case *ssa.UnOp:
			found = found || instr.Op == token.ARROW && !passing(instr.X)
		case *ssa.Call:
			found = found || f.blocks(instr.Common(), deep+1)
		case *ssa.Defer:
			found = found || f.blocks(instr.Common(), deep+1)
		}
	})
	return found
}

// inside goes through what a call of a function of the package does, in itself.
func (f *function) inside(c *ssa.CallCommon, deep int, look func(ssa.Instruction)) {
	fn := c.StaticCallee()
	if fn == nil || deep >= maxDeep {
		return
	}
	if f.looker.Body != nil {
		if other := f.looker.Body(fn); other != nil {
			fn = other
		}
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			look(instr)
		}
	}
}

// passing: a channel speaks up whatever other goroutines do, that of a context or a
// timer.
func passing(ch ssa.Value) bool {
	if named, ok := types.Unalias(ch.Type().Underlying().(*types.Chan).Elem()).(*types.Named); ok && clientgo.TypeName(named) == "time.Time" {
		return true
	}
	call, ok := ch.(*ssa.Call)
	return ok && clientgo.FuncName(ssautil.Callee(call.Common())) == "(context.Context).Done"
}
