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
// given it back, itself or by a function that it calls. A deferred Unlock comes too
// late.
func Holds(at ssa.CallInstruction) (holds bool) {
	new(Looker).Walk(at.Parent(), func(instr ssa.Instruction, held []Lock, _ Does) {
		holds = holds || instr == ssa.Instruction(at) && len(held) > 0
	})
	return holds
}
