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
func Awaits(fn *ssa.Function) (waits, locks bool) {
	return (&awaiter{seen: make(map[*ssa.Function]bool)}).awaits(fn)
}

type awaiter struct {
	seen map[*ssa.Function]bool
	any  *dispatch // nil if only calls by name are followed
}

func (a *awaiter) awaits(fn *ssa.Function) (waits, locks bool) {
	if fn == nil || a.seen[fn] {
		return false, false
	}
	a.seen[fn] = true
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
				w, l := a.call(instr.Common())
				waits, locks = waits || w, locks || l
			}
		}
	}
	return waits, locks
}

func (a *awaiter) call(c *ssa.CallCommon) (waits, locks bool) {
	switch clientgo.FuncName(ssautil.Callee(c)) {
	case "(*sync.WaitGroup).Wait", "(*sync.Cond).Wait":
		waits = true
	case "(*sync.Mutex).Lock", "(*sync.RWMutex).Lock", "(*sync.RWMutex).RLock":
		locks = true
	}
	fns, known := []*ssa.Function{c.StaticCallee()}, true
	if a.any != nil {
		fns, known = a.any.targets(c)
	}
	w, l := a.all(fns, known)
	return waits || w, locks || l
}

func (a *awaiter) all(fns []*ssa.Function, known bool) (waits, locks bool) {
	waits = !known
	for _, fn := range fns {
		w, l := a.awaits(fn)
		waits, locks = waits || w, locks || l
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
