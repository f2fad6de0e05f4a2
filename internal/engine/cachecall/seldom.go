package cachecall

import (
	"go/constant"
	"go/token"
	"go/types"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// long is a time in which nobody means to try again what has failed because a cache
// was not started yet: that takes milliseconds.
const long = time.Minute

// Seldom reports whether an instruction lets a long time pass, for certain: then
// a loop around it comes again only seldom. A context that ends is the exception:
// whoever waits for it besides ends the loop.
func Seldom(ins ssa.Instruction) bool {
	switch ins := ins.(type) {
	case *ssa.UnOp:
		return ins.Op == token.ARROW && timer(ins.X)
	case *ssa.Select:
		return ins.Blocking && selects(ins)
	case ssa.CallInstruction:
		fn := ssautil.Callee(ins.Common())
		if fn == nil {
			return false
		}
		k, known := clientgo.PeriodOf(fn)
		return known && k < len(ins.Common().Args) && lasts(ins.Common().Args[k])
	}
	return false
}

// selects reports whether a select waits for a timer, and for nothing else but that
// a context ends.
func selects(ins *ssa.Select) bool {
	timers := 0
	for k, st := range ins.States {
		switch {
		case st.Dir != types.RecvOnly:
			return false
		case timer(st.Chan):
			timers++
		case !done(st.Chan) || !leaves(ins, k):
			return false
		}
	}
	return timers > 0
}

// leaves reports whether a select is not reached again once a state of it was chosen:
// a context may be of one round only.
func leaves(ins *ssa.Select, state int) bool {
	branch := branchFor(ins, state)
	return branch != nil && !ssautil.Leads(branch.Block().Succs[0], ins.Block(), nil)
}

// branchFor is the branch that asks whether a state of a select was chosen.
func branchFor(ins *ssa.Select, state int) *ssa.If {
	for _, r := range *ins.Referrers() {
		chosen, ok := r.(*ssa.Extract)
		if !ok || chosen.Index != 0 {
			continue
		}
		for _, u := range *chosen.Referrers() {
			is, ok := u.(*ssa.BinOp)
			if !ok || is.Op != token.EQL {
				continue
			}
			if c, ok := is.Y.(*ssa.Const); !ok || c.Int64() != int64(state) {
				continue
			}
			for _, b := range *is.Referrers() {
				if branch, ok := b.(*ssa.If); ok {
					return branch
				}
			}
		}
	}
	return nil
}

// done reports whether a channel is that of a context's end.
func done(ch ssa.Value) bool {
	call, ok := ch.(*ssa.Call)
	if !ok || !call.Call.IsInvoke() {
		return false
	}
	m := call.Call.Method
	return m.Name() == "Done" && m.Pkg() != nil && m.Pkg().Path() == "context"
}

// timer reports whether a channel is that of a timer or ticker with a long period.
func timer(ch ssa.Value) bool {
	if field, ok := ch.(*ssa.UnOp); ok && field.Op == token.MUL {
		fa, ok := field.X.(*ssa.FieldAddr)
		if !ok || ssautil.FieldName(fa.X.Type(), fa.Field) != "C" {
			return false
		}
		ch = fa.X
	}
	call, ok := only(ch).(*ssa.Call)
	if !ok {
		return false
	}
	fn := call.Call.StaticCallee()
	if fn == nil || fn.Pkg == nil || fn.Pkg.Pkg.Path() != "time" || len(call.Call.Args) != 1 {
		return false
	}
	switch fn.Name() {
	case "After", "Tick", "NewTicker", "NewTimer":
		return lasts(call.Call.Args[0]) && !reset(call)
	}
	return false
}

// reset reports whether a ticker or timer may get another period: by a function that
// gets it, or anywhere in the declaration that makes it.
func reset(made *ssa.Call) bool {
	for _, r := range *made.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr, *ssa.UnOp, *ssa.Select, *ssa.DebugRef, *ssa.Store:
		case ssa.CallInstruction:
			if fn := r.Common().StaticCallee(); fn == nil || fn.Name() != "Stop" {
				return true
			}
		default:
			return true
		}
	}
	found := false
	ssautil.Named(ssautil.Outermost(made.Parent()), func(fn *ssa.Function) { found = found || fn.Name() == "Reset" })
	return found
}

// only follows a variable to the one value that it ever has.
func only(v ssa.Value) ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return v
	}
	place := load.X
	for {
		free, ok := place.(*ssa.FreeVar)
		if !ok {
			break
		}
		outside := captured(free)
		if len(outside) != 1 || ssautil.Stored(free) {
			return v
		}
		place = outside[0]
	}
	alloc, ok := place.(*ssa.Alloc)
	if !ok {
		return v
	}
	var one ssa.Value
	for _, r := range *alloc.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if one != nil || r.Addr != alloc {
				return v
			}
			one = r.Val
		case *ssa.MakeClosure:
			if fn, ok := r.Fn.(*ssa.Function); !ok || storedIn(fn, alloc, r) {
				return v
			}
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return v
		}
	}
	if one == nil {
		return v
	}
	return one
}

// storedIn reports whether a literal stores into a variable that it captures.
func storedIn(fn *ssa.Function, place ssa.Value, made *ssa.MakeClosure) bool {
	for i, b := range made.Bindings {
		if b == place && ssautil.Stored(fn.FreeVars[i]) {
			return true
		}
	}
	return false
}

// captured is what the closures of a literal give one of its free variables.
func captured(free *ssa.FreeVar) []ssa.Value {
	fn := free.Parent()
	var closures []*ssa.MakeClosure
	if fn.Parent() == nil {
		return nil
	}
	for _, b := range fn.Parent().Blocks {
		for _, ins := range b.Instrs {
			if c, ok := ins.(*ssa.MakeClosure); ok && c.Fn == fn {
				closures = append(closures, c)
			}
		}
	}
	return ssautil.Captured(free, closures)
}

// lasts reports whether a duration is known, and long.
func lasts(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return false
	}
	return c.Int64() >= int64(long)
}
