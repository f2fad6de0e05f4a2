// Package lasts says of which call of an informer's Run it is certain that it lasts as
// long as what comes after it was meant to run:
//
//	func (c *controller) Run(stop <-chan struct{}) {
//		c.informer.Run(stop) // returns when stop is closed
//		if !cache.WaitForCacheSync(stop, c.informer.HasSynced) {
//			return
//		}
//		go wait.Until(c.work, time.Second, stop)
//		<-stop
//	}
//
// That is so where the wait after it has the same stop: what it was to wait for is over
// when it begins. A Run that is ended on purpose, to look at what the store has by then,
// has a stop of its own, or one that this function closes or gives a time.
//
// It knows nothing of programs: it reads SSA.
package lasts

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// PastWait reports whether a call of Run lasts until the stop of a wait that comes right
// after it, and what is done after that wait needs a program that is not stopped: it
// gets the same stop, or nothing ever stops. A function that runs an informer for a while,
// and then looks at what it has, does nothing with a stop that is over; nor does one that
// tidies up. all are the functions of the package.
func PastWait(run ssa.CallInstruction, table *clientgo.Table, all []*ssa.Function) bool {
	call, plain := run.(*ssa.Call)
	if !plain || !ofInformer(&call.Call) {
		return false
	}
	until := stop(call.Call.Args)
	if until == nil {
		return false
	}
	wait := next(call, table)
	if wait == nil || !same(until, stop(wait.Call.Args)) || !leadsOn(wait, until) || ownRun(all) {
		return false
	}
	return (&looker{all, make(map[ssa.Value]bool), make(map[ssa.Value]bool)}).open(until)
}

// next is the wait that comes right after a Run: what is done in between may rely on its end.
func next(run *ssa.Call, table *clientgo.Table) *ssa.Call {
	after := run.Block().Instrs[slices.Index(run.Block().Instrs, ssa.Instruction(run))+1:]
	for _, instr := range after {
		call, ok := instr.(*ssa.Call)
		switch {
		case ok && waits(call, table):
			return call
		case ok && ofInformer(&call.Call) && call.Call.Method.Name() == run.Call.Method.Name(): // and another one
		case ok && call.Call.IsInvoke() && clientgo.IsContext(call.Call.Value.Type()) && call.Call.Method.Name() == "Done":
		case does(instr):
			return nil
		}
	}
	return nil
}

// ownRun: the package has informers of its own, which embed one of client-go and run it in
// their way, maybe in a goroutine.
func ownRun(all []*ssa.Function) bool {
	return slices.ContainsFunc(all, func(fn *ssa.Function) bool {
		recv := fn.Signature.Recv()
		if recv == nil || clientgo.OpOf(clientgo.Informer, fn.Name()) != clientgo.OpRun {
			return false
		}
		st, ok := ssautil.Deref(recv.Type()).Underlying().(*types.Struct)
		if !ok {
			return false
		}
		for f := range st.Fields() {
			if f.Embedded() && ofRoot(f.Type()) {
				return true
			}
		}
		return false
	})
}

// ofInformer: the method is that of client-go's own interfaces. Of somebody else's Run
// nobody knows when it returns.
func ofInformer(c *ssa.CallCommon) bool {
	if !c.IsInvoke() {
		return false
	}
	return ofRoot(c.Value.Type())
}

func ofRoot(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil && clientgo.IsRoot(named.Obj().Pkg().Path())
}

func waits(call *ssa.Call, table *clientgo.Table) bool {
	fn := ssautil.Callee(&call.Call)
	return fn != nil && fn.Signature().Recv() == nil && table.FuncOp(fn) == clientgo.OpWaitFor
}

// stop is what ends a call: the channel among its arguments, or the context that it is
// of; nil if there is none, or more than one.
func stop(args []ssa.Value) (found ssa.Value) {
	for _, arg := range args {
		if !stops(arg.Type()) {
			continue
		}
		if found != nil {
			return nil
		}
		found = source(arg)
	}
	return found
}

func stops(t types.Type) bool {
	if ch, ok := t.Underlying().(*types.Chan); ok {
		_, empty := ch.Elem().Underlying().(*types.Struct)
		return empty
	}
	return clientgo.IsContext(t)
}

// source leads from a channel to where it comes from: through conversions, and from a
// context's Done to the context.
func source(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.ChangeType:
			v = x.X
		case *ssa.Call:
			if !x.Call.IsInvoke() || x.Call.Method.Name() != "Done" || !clientgo.IsContext(x.Call.Value.Type()) {
				return v
			}
			v = x.Call.Value
		default:
			return v
		}
	}
}

// same: two stops are one. A field is read twice, and nothing in the function sets it.
func same(a, b ssa.Value) bool {
	if a == b || a != nil && b != nil && never(a) && never(b) {
		return true
	}
	x, y := loaded(a), loaded(b)
	if x == nil || y == nil {
		return false
	}
	if gx, ok := x.(*ssa.Global); ok {
		return gx == y
	}
	fx, okx := x.(*ssa.FieldAddr)
	fy, oky := y.(*ssa.FieldAddr)
	return okx && oky && fx.X == fy.X && fx.Field == fy.Field && !sets(fx)
}

// sets: the function stores into the field.
func sets(at *ssa.FieldAddr) bool {
	return anyOf([]*ssa.Function{at.Parent()}, func(instr ssa.Instruction) bool {
		st, ok := instr.(*ssa.Store)
		if !ok {
			return false
		}
		fa, ok := st.Addr.(*ssa.FieldAddr)
		return ok && ssautil.Field(fa) == ssautil.Field(at)
	})
}

func anyOf(fns []*ssa.Function, is func(ssa.Instruction) bool) bool {
	return slices.ContainsFunc(fns, func(fn *ssa.Function) bool {
		return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool { return slices.ContainsFunc(b.Instrs, is) })
	})
}

// loaded is the address that a value is read from.
func loaded(v ssa.Value) ssa.Value {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		return load.X
	}
	return nil
}

// A looker asks who may end what a Run lasts until.
type looker struct {
	all   []*ssa.Function // of the package
	seen  map[ssa.Value]bool
	given map[ssa.Value]bool // parameters that a channel was followed into
}

// open: nothing in the package ends it before whoever it comes from stops the program.
func (l *looker) open(v ssa.Value) bool {
	if l.seen[v] {
		return true
	}
	l.seen[v] = true
	switch v := v.(type) {
	case *ssa.Parameter:
		return l.got(v) && (ends(v.Type()) == nil || l.left(v, nil))
	case *ssa.UnOp:
		switch at := loaded(v).(type) {
		case *ssa.Global:
			return clientgo.Modelled(at.Pkg.Pkg.Path()) // wait.NeverStop
		case *ssa.FieldAddr:
			return l.kept(at)
		}
	case *ssa.MakeChan:
		return l.left(v, nil)
	case *ssa.Call:
		fn := ssautil.Callee(&v.Call)
		switch clientgo.FuncName(fn) {
		case "context.Background", "context.TODO":
			return true
		}
		return fn != nil && clientgo.StopsOnSignal(fn)
	case *ssa.Extract:
		return v.Index == 0 && l.untilCancelled(v)
	}
	return false
}

// ends is the type of a channel that whoever has it can close.
func ends(t types.Type) *types.Chan {
	if ch, ok := t.Underlying().(*types.Chan); ok && ch.Dir() != types.RecvOnly {
		return ch
	}
	return nil
}

// got: each call of the function in its package gives it one that is open.
func (l *looker) got(v *ssa.Parameter) bool {
	at := slices.Index(v.Parent().Params, v)
	return !anyOf(l.all, func(instr ssa.Instruction) bool {
		call, ok := instr.(ssa.CallInstruction)
		return ok && call.Common().StaticCallee() != nil && ssautil.Origin(call.Common().StaticCallee()) == ssautil.Origin(v.Parent()) && !l.open(source(call.Common().Args[at]))
	})
}

// kept: nothing in the package closes what the field holds, and all that is stored there is
// open.
func (l *looker) kept(at *ssa.FieldAddr) bool {
	field := ssautil.Field(at)
	of := func(v ssa.Value) bool {
		fa, ok := v.(*ssa.FieldAddr)
		return ok && ssautil.Field(fa) == field
	}
	return !anyOf(l.all, func(instr ssa.Instruction) bool {
		switch instr := instr.(type) {
		case *ssa.Store:
			if !of(instr.Addr) {
				return false
			}
			if made, ok := source(instr.Val).(*ssa.MakeChan); ok {
				return !l.left(made, instr)
			}
			return !l.open(source(instr.Val))
		case ssa.CallInstruction:
			return closes(instr) && of(loaded(source(instr.Common().Args[0])))
		}
		return false
	})
}

func closes(call ssa.CallInstruction) bool {
	b, ok := call.Common().Value.(*ssa.Builtin)
	return ok && b.Name() == "close"
}

// left: what is done to a channel does not close it before the function that has made it
// returns. Who can only receive from it does not close it.
func (l *looker) left(ch ssa.Value, but ssa.Instruction) bool {
	return !slices.ContainsFunc(*ch.Referrers(), func(r ssa.Instruction) bool {
		switch r := r.(type) {
		case *ssa.DebugRef:
			return false
		case *ssa.ChangeType:
			return r != but && ends(r.Type()) != nil
		case *ssa.UnOp:
			return r.Op != token.ARROW
		case *ssa.Defer:
			return !closes(r)
		case ssa.CallInstruction:
			return !l.leaves(r.Common(), ch)
		}
		return r != but
	})
}

// leaves: a call that is given a channel does not close it.
func (l *looker) leaves(c *ssa.CallCommon, ch ssa.Value) bool {
	fn := c.StaticCallee()
	if fn == nil || len(fn.Blocks) == 0 || !slices.Contains(l.all, fn) {
		return false
	}
	for i, arg := range c.Args {
		if p := fn.Params[i]; arg == ch && !l.given[p] {
			l.given[p] = true
			if !l.left(p, nil) {
				return false
			}
		}
	}
	return true
}

// untilCancelled: the context ends when its cancel function is called, and that is only
// deferred.
func (l *looker) untilCancelled(ctx *ssa.Extract) bool {
	call, ok := ctx.Tuple.(*ssa.Call)
	if !ok {
		return false
	}
	switch clientgo.FuncName(ssautil.Callee(&call.Call)) {
	case "context.WithCancel", "os/signal.NotifyContext":
	default:
		return false
	}
	if !l.open(source(call.Call.Args[0])) {
		return false
	}
	for _, r := range *call.Referrers() {
		cancel, ok := r.(*ssa.Extract)
		if ok && cancel.Index == 1 && slices.ContainsFunc(*cancel.Referrers(), func(r ssa.Instruction) bool { return !sure(r) }) {
			return false
		}
	}
	return true
}

func sure(r ssa.Instruction) bool {
	switch r.(type) {
	case *ssa.DebugRef, *ssa.Defer:
		return true
	}
	return false
}

// leadsOn: when the wait has come out well, the stop is waited for, or given to a call that
// comes before the end of the function; or there is none, and anything is done.
func leadsOn(wait *ssa.Call, until ssa.Value) bool {
	on := func(instr ssa.Instruction) bool { return needs(instr, until) }
	if never(until) {
		on = does
	}
	var work []*ssa.BasicBlock
	for _, r := range *wait.Referrers() {
		branch := asks(r)
		if branch == nil {
			return false // what depends on the answer is not known
		}
		_, yes, _ := ssautil.Asked(branch)
		work = append(work, branch.Block().Succs[yes])
	}
	if len(work) == 0 { // nobody looks at the answer
		b := wait.Block()
		if slices.ContainsFunc(b.Instrs[slices.Index(b.Instrs, ssa.Instruction(wait))+1:], on) {
			return true
		}
		work = b.Succs
	}
	seen := make(map[*ssa.BasicBlock]bool)
	for work = slices.Clone(work); len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] {
			continue
		}
		seen[b] = true
		if slices.ContainsFunc(b.Instrs, on) {
			return true
		}
		work = append(work, b.Succs...)
	}
	return false
}

// never: nothing ends it, ever.
func never(until ssa.Value) bool {
	switch v := until.(type) {
	case *ssa.UnOp:
		_, global := loaded(v).(*ssa.Global)
		return global // wait.NeverStop: see open
	case *ssa.Call:
		switch clientgo.FuncName(ssautil.Callee(&v.Call)) {
		case "context.Background", "context.TODO":
			return true
		}
	}
	return false
}

// needs: the instruction waits for the stop, or gives it to a function that is called here
// and does more than log.
func needs(instr ssa.Instruction, until ssa.Value) bool {
	switch i := instr.(type) {
	case *ssa.UnOp:
		return i.Op == token.ARROW && same(until, source(i.X))
	case *ssa.Select:
		return i.Blocking && slices.ContainsFunc(i.States, func(s *ssa.SelectState) bool { return same(until, source(s.Chan)) })
	case *ssa.Call:
		fn := ssautil.Callee(&i.Call)
		return (fn == nil || !clientgo.Quiet(fn)) && slices.ContainsFunc(i.Call.Args, func(a ssa.Value) bool { return stops(a.Type()) && same(until, source(a)) })
	}
	return false
}

// asks is the branch that asks for the answer of a wait, if that is all that a use of it
// does.
func asks(r ssa.Instruction) *ssa.If {
	switch r := r.(type) {
	case *ssa.If:
		return r
	case *ssa.UnOp:
		if r.Op == token.NOT && len(*r.Referrers()) == 1 {
			return asks((*r.Referrers())[0])
		}
	}
	return nil
}

func does(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Go, *ssa.Send, *ssa.MapUpdate:
		return true
	case *ssa.Return: // what whoever has called was to get
		return slices.ContainsFunc(instr.Results, func(v ssa.Value) bool { return !ssautil.IsConst(v) && !ssautil.IsError(v.Type()) })
	case *ssa.Store:
		switch at := instr.Addr.(type) {
		case *ssa.Global:
			return true
		case *ssa.FieldAddr:
			_, own := at.X.(*ssa.Alloc)
			return !own
		}
	case *ssa.Call:
		if b, ok := instr.Call.Value.(*ssa.Builtin); ok {
			return b.Name() == "close"
		}
		fn := ssautil.Callee(&instr.Call)
		return fn == nil || !clientgo.Quiet(fn)
	}
	return false
}
