// Package blocking says what a function may block on: other threads, and locks. It
// knows nothing of informers.
package blocking

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// Awaits reports whether a function, or one that it calls, may wait for others, and
// whether it takes a lock. What it begins with go is not its own.
func Awaits(fn *ssa.Function) (waits, locks bool) { return awaits(fn, make(map[*ssa.Function]bool)) }

func awaits(fn *ssa.Function, seen map[*ssa.Function]bool) (waits, locks bool) {
	if fn == nil || seen[fn] {
		return false, false
	}
	seen[fn] = true
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Send:
				waits = true
			case *ssa.UnOp:
				waits = waits || instr.Op == token.ARROW
			case *ssa.Select:
				waits = waits || instr.Blocking
			case *ssa.Go:
			case ssa.CallInstruction:
				switch clientgo.FuncName(ssautil.Callee(instr.Common())) {
				case "(*sync.WaitGroup).Wait", "(*sync.Cond).Wait":
					waits = true
				case "(*sync.Mutex).Lock", "(*sync.RWMutex).Lock", "(*sync.RWMutex).RLock":
					locks = true
				}
				w, l := awaits(instr.Common().StaticCallee(), seen)
				waits, locks = waits || w, locks || l
			}
		}
	}
	return waits, locks
}

// Holds reports whether on some way to a call its function has taken a lock and not
// given it back. A deferred Unlock comes too late.
func Holds(at ssa.CallInstruction) bool {
	type state struct {
		block *ssa.BasicBlock
		held  int
	}
	seen := make(map[state]bool)
	todo := []state{{at.Parent().Blocks[0], 0}}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[s] {
			continue
		}
		seen[s] = true
		held := s.held
		for _, instr := range s.block.Instrs {
			if instr == ssa.Instruction(at) && held > 0 {
				return true
			}
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			switch clientgo.FuncName(ssautil.Callee(call.Common())) {
			case "(*sync.Mutex).Lock", "(*sync.RWMutex).Lock", "(*sync.RWMutex).RLock":
				held = min(held+1, 3)
			case "(*sync.Mutex).Unlock", "(*sync.RWMutex).Unlock", "(*sync.RWMutex).RUnlock":
				held = max(held-1, 0)
			}
		}
		for _, next := range s.block.Succs {
			todo = append(todo, state{next, held})
		}
	}
	return false
}
