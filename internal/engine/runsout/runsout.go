// Package runsout says of which wait for caches it is certain that it may be over before
// they have synced, and that the function goes on as if they had:
//
//	limited, cancel := context.WithTimeout(ctx, time.Minute)
//	defer cancel()
//	factory.WaitForCacheSync(limited.Done()) // the result is dropped
//	pods, err := lister.List(labels.Everything())
//
// The limit has to be the wait's own, so that what comes after it is not over as well:
// nothing else is given the context, or the channel that a goroutine closes. A program whose
// whole life has a limit lists nothing when that is over, but does nothing with it either.
//
// It knows nothing of programs: it reads SSA.
package runsout

import (
	"go/constant"
	"go/types"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// Unasked reports whether a wait has a time limit of its own and nobody looks at what it
// returns. isWait says which calls are waits: they may share the limit.
func Unasked(wait ssa.CallInstruction, isWait func(*ssa.CallCommon) bool) bool {
	call, plain := wait.(*ssa.Call)
	if !plain || len(referrers(call)) > 0 {
		return false
	}
	l := limits{isWait}
	for _, arg := range call.Call.Args {
		if _, is := arg.Type().Underlying().(*types.Chan); is {
			return l.ofChannel(arg)
		}
		if clientgo.IsContext(arg.Type()) {
			return l.ofContext(arg)
		}
	}
	return false
}

type limits struct {
	isWait func(*ssa.CallCommon) bool
}

// ofChannel: the channel is that of a context with a limit, or is closed after some time.
func (l limits) ofChannel(ch ssa.Value) bool {
	if conv, ok := ch.(*ssa.ChangeType); ok {
		ch = conv.X
	}
	switch ch := ch.(type) {
	case *ssa.Call:
		return isDone(&ch.Call) && l.ofContext(ch.Call.Value)
	case *ssa.UnOp:
		cell, ok := ch.X.(*ssa.Alloc)
		return ok && l.closedInTime(cell)
	}
	return false
}

// ofContext: the context was made with a limit, and there is nothing but waits that it ends.
func (l limits) ofContext(ctx ssa.Value) bool {
	made, ok := ctx.(*ssa.Extract)
	if !ok || made.Index != 0 {
		return false
	}
	call, ok := made.Tuple.(*ssa.Call)
	if !ok || !setsLimit(&call.Call) {
		return false
	}
	for _, r := range referrers(made) {
		use, ok := r.(*ssa.Call)
		switch {
		case ok && isDone(&use.Call):
			if !l.onlyWaits(use) {
				return false
			}
		case !ok || !l.isWait(&use.Call):
			return false
		}
	}
	return true
}

// setsLimit: the call makes a context that is over after some time, and that is not as long
// as a program may run.
func setsLimit(c *ssa.CallCommon) bool {
	fn := ssautil.Callee(c)
	if fn == nil {
		return false
	}
	switch clientgo.FuncName(fn) {
	case "context.WithDeadline", "context.WithDeadlineCause":
		return true
	case "context.WithTimeout", "context.WithTimeoutCause":
		limit, ok := c.Args[1].(*ssa.Const)
		if !ok || limit.Value == nil {
			return true
		}
		n, exact := constant.Int64Val(limit.Value)
		return exact && time.Duration(n) <= time.Hour
	}
	return false
}

// onlyWaits: a channel is given to waits, and to nobody else.
func (l limits) onlyWaits(ch ssa.Value) bool {
	for _, r := range referrers(ch) {
		switch r := r.(type) {
		case *ssa.ChangeType:
			if !l.onlyWaits(r) {
				return false
			}
		case *ssa.Call:
			if !l.isWait(&r.Call) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// closedInTime: the variable holds one channel, which is made here, is given to waits only,
// and is closed by a goroutine after some time.
func (l limits) closedInTime(cell *ssa.Alloc) bool {
	made, closed := false, false
	for _, r := range referrers(cell) {
		switch r := r.(type) {
		case *ssa.Store:
			ch, ok := r.Val.(*ssa.MakeChan)
			if !ok || made || len(referrers(ch)) > 1 {
				return false
			}
			made = true
		case *ssa.UnOp:
			if !l.onlyWaits(r) {
				return false
			}
		case *ssa.MakeClosure:
			if !timed(r) || !closes(r, cell) {
				return false
			}
			closed = true
		default:
			return false
		}
	}
	return made && closed
}

// timed: a closure is that of a goroutine which sleeps or has a timer. (A package that calls
// time.AfterFunc may do anything again later, so that nothing is said of it in any case.)
func timed(closure *ssa.MakeClosure) bool {
	users := referrers(closure)
	if len(users) != 1 {
		return false
	}
	spawn, ok := users[0].(*ssa.Go)
	fn := closure.Fn.(*ssa.Function)
	return ok && spawn.Call.Value == ssa.Value(closure) && anyCall(fn, tellsTime) && !doesMore(fn)
}

func tellsTime(c *ssa.CallCommon) bool { return calls(c, "time.After") || calls(c, "time.Sleep") }

// doesMore: a function does more than to close a channel after some time, such as to leave
// word that the time is over, or to end the program.
func doesMore(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Store, *ssa.MapUpdate, *ssa.Send:
				return true
			case *ssa.Panic:
				if instr.Pos().IsValid() {
					return true // others are of a select without a default
				}
			}
		}
	}
	return anyCall(fn, func(c *ssa.CallCommon) bool {
		_, builtin := c.Value.(*ssa.Builtin)
		return !builtin && !tellsTime(c) && !isDone(c)
	})
}

// closes: all that a closure does with the variable is to close what it holds.
func closes(closure *ssa.MakeClosure, cell *ssa.Alloc) bool {
	fn := closure.Fn.(*ssa.Function)
	for i, bound := range closure.Bindings {
		if bound != ssa.Value(cell) {
			continue
		}
		for _, r := range referrers(fn.FreeVars[i]) {
			load, ok := r.(*ssa.UnOp)
			if !ok {
				return false
			}
			for _, use := range referrers(load) {
				call, ok := use.(ssa.CallInstruction)
				if !ok {
					return false
				}
				if b, ok := call.Common().Value.(*ssa.Builtin); !ok || b.Name() != "close" {
					return false
				}
			}
		}
	}
	return true
}

func anyCall(fn *ssa.Function, is func(*ssa.CallCommon) bool) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok && is(call.Common()) {
				return true
			}
		}
	}
	return false
}

func calls(c *ssa.CallCommon, name string) bool {
	fn := ssautil.Callee(c)
	return fn != nil && clientgo.FuncName(fn) == name
}

func isDone(c *ssa.CallCommon) bool {
	return c.IsInvoke() && clientgo.IsContext(c.Value.Type()) && c.Method.Name() == "Done"
}

// referrers are the instructions that use a value.
func referrers(v ssa.Value) (out []ssa.Instruction) {
	for _, r := range *v.Referrers() {
		if _, debug := r.(*ssa.DebugRef); !debug {
			out = append(out, r)
		}
	}
	return out
}
