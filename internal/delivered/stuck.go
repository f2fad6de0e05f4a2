package delivered

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// Who waits for a handler waits for all that the handler waits for. The informer alone
// is synced whatever its handlers do; so a fix may block where nothing did: on a
// channel that is served only after the wait, or on a lock that is held around it.

// stuck says why whoever waits for the handler of a registration may wait for ever; ""
// if nothing is seen that it could wait for.
func (f *finder) stuck(r *registration, wait ssa.CallInstruction, method *ssa.Function) string {
	waits, locks := awaits(r.add, make(map[*ssa.Function]bool))
	switch {
	case waits:
		return "the handler may wait for what comes only after the wait"
	case locks && (wait != nil && holds(wait) || f.calledLocked(method, 0)):
		return "the handler may want a lock that is held during the wait"
	}
	return ""
}

// awaits: a function, or one that it calls, may wait for others, or takes a lock. What
// it begins with go is not its own.
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

// calledLocked: somebody in the package calls the function with a lock held.
func (f *finder) calledLocked(fn *ssa.Function, depth int) bool {
	if depth > maxDepth {
		return true
	}
	for _, call := range f.calls[fn] {
		if holds(call) || f.calledLocked(call.Parent(), depth+1) {
			return true
		}
	}
	return false
}

// holds: on some way to a call its function has taken a lock and not given it back. A
// deferred Unlock comes too late.
func holds(at ssa.CallInstruction) bool {
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
