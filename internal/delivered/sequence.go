package delivered

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/blocking"
	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/delivered/uses"
	"github.com/informerlint/informerlint/internal/engine/filled"
	"github.com/informerlint/informerlint/internal/engine/logged"
	"github.com/informerlint/informerlint/internal/engine/program"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// sequence looks for a wait for the informer of a registration, and a read of
// what the handler fills after it.
//
// Of several objects of a type that is there to be a handler it is not known either which
// one's structure is read.
//
// What somebody can wait for as well, because the handler of another object of the
// type is registered for it, is none of its state: whose it is that is read is not
// known.
func (f *finder) sequence(r *registration, kept map[string]bool) *Claim {
	if r.call == nil && r.owner == nil || f.several[r.add] || !f.hasWaits() || r.owner != nil && !f.onlyOne(r.owner) {
		return nil
	}
	own := make(map[string]bool)
	for fn := range r.all {
		own[program.Key(fn)] = true
	}
	state := func(place string) bool { return r.does.state[place].Place != "" && !kept[place] }
	for _, at := range f.programsOf(r) {
		if at == nil || !at.Alone() {
			continue
		}
		q := question{f: f, r: r, at: at}
		gap := at.Gap(filled.Seeker{State: state, Own: func(fn string) bool { return own[fn] }, Logged: f.logged, Tells: f.tellsWhether, Once: isTold, Covers: func(asks []filled.Ask) bool {
			_, bad := Way{Atoms: q.atoms(asks, true, 0)}.early()
			return bad
		}})
		if gap == nil || f.byKey[gap.Wait.Fn] == nil {
			continue
		}
		fn := f.byKey[gap.Wait.Fn]
		wait := uses.CallAt(fn, gap.Wait.Pos)
		if f.fallsBack(fn, gap.Read) || f.failed(fn, wait, gap.Read) || f.subscribes(r, gap.Read) || isTold(gap.State) && !f.onlyThere(gap) {
			continue
		}
		c := &Claim{
			Shape: Sequence, Method: fn, Wait: gap.Wait.Pos, WaitCall: wait, Place: gap.State, Write: r.does.state[gap.State],
			Read: Access{gap.State, gap.Read.Pos, f.byKey[gap.Read.Fn]}, State: f.display(gap.State), Register: r.pos,
			Ways: []Way{{Atoms: q.atoms(gap.Asks, true, gap.Inner.Pos)}},
		}
		asked, _ := c.Ways[0].early()
		c.Other = asked.other
		if r.owner != nil { // what can be seen of it here
			c.Register, c.Asked = at.Spot().Pos, r.owner.Short(uses.MethodAt(c.Read.Func, c.Read.Pos))
			return c
		}
		c.Call, _ = r.call.(*ssa.Call)
		c.Handler, c.Stuck = r.add.Pos(), f.stuck(r, c.WaitCall, fn)
		if isTold(gap.State) {
			c.Shape = Notice
		}
		return c
	}
	return nil
}

// tellsWhether reports whether a function only answers yes or no; or fails if
// there is nothing, and is asked whether there is anything, or is called in the
// package, where the programs of its callers say how.
func (f *finder) tellsWhether(key string, read filled.Spot) bool {
	fn := f.byKey[key]
	if fn == nil {
		return false
	}
	yes, only := false, true
	for v := range fn.Signature.Results().Variables() {
		b, basic := v.Type().Underlying().(*types.Basic)
		answer := basic && b.Kind() == types.Bool
		yes, only = yes || answer, only && (answer || ssautil.IsError(v.Type()))
	}
	return only && (yes || fn.Signature.Results().Len() > 0 && (f.measured(read) || len(f.who.Of[fn]) > 0))
}

// measured reports whether of what a read finds only the length is looked at.
func (f *finder) measured(read filled.Spot) bool {
	fn := f.byKey[read.Fn]
	if fn == nil {
		return false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if load, ok := instr.(*ssa.UnOp); ok && load.Op == token.MUL && load.Pos() == read.Pos {
				return uses.LengthOnly(load)
			}
		}
	}
	return false
}

// hasWaits reports whether the package waits for informers at all.
func (f *finder) hasWaits() bool {
	has := false
	f.each(func(instr ssa.Instruction) {
		call, ok := instr.(ssa.CallInstruction)
		has = has || ok && (f.waits(call) || f.asksInformer(call.Common()))
	})
	return has
}

// waitsBelow reports whether a call is of a function of another package that only waits.
func (f *finder) waitsBelow(c *ssa.CallCommon) bool {
	callee := c.StaticCallee()
	return callee != nil && f.across.Waiters[program.Key(callee)]
}

// asksInformer reports whether a call asks an informer: a loop may wait so.
func (f *finder) asksInformer(c *ssa.CallCommon) bool {
	return c.IsInvoke() && f.table.MethodOp(c.Value.Type(), c.Method.Name()) == clientgo.OpHasSynced
}

// maxRoots is how many programs are looked at for one registration.
const maxRoots = 8

// programsOf are the programs that a registration is part of: from the function
// that registers, from those that call it, and from those that make the object
// whose method it is. The one of a handler behind a wrapper is nil.
func (f *finder) programsOf(r *registration) []*filled.Registered {
	if r.call == nil && r.owner == nil {
		return []*filled.Registered{nil}
	}
	if r.programs != nil {
		return r.programs
	}
	r.programs = []*filled.Registered{}
	var roots []*ssa.Function
	if r.owner != nil {
		roots = f.leadsBelow(r.owner)
		roots = roots[:min(len(roots), maxRoots)]
	} else {
		roots = append(roots, ssautil.Outermost(r.call.Parent()))
	}
	add := func(fn *ssa.Function) {
		if fn = ssautil.Outermost(fn); !slices.Contains(roots, fn) && len(roots) < maxRoots {
			roots = append(roots, fn)
		}
	}
	for i := 0; i < len(roots); i++ {
		for _, c := range f.who.Of[roots[i]] {
			add(c.Parent())
		}
		if recv := roots[i].Signature.Recv(); recv != nil && i == 0 && r.owner == nil {
			for _, fn := range f.fns {
				if f.makes(fn, f.root(recv.Type())) {
					add(fn)
				}
			}
		}
	}
	m := f.programs()
	if m == nil {
		return nil
	}
	for _, root := range roots {
		if r.owner == nil {
			r.programs = append(r.programs, m.In(root, r.call)...)
		} else if at := m.Below(root, r.owner.Fn, r.owner.Line); at != nil {
			r.programs = append(r.programs, at)
		}
	}
	return r.programs
}

// makes reports whether a function makes an object of a type of the package.
func (f *finder) makes(fn *ssa.Function, root string) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if a, ok := instr.(*ssa.Alloc); ok && root != "" && f.place(a, nil) == root {
				return true
			}
		}
	}
	return false
}

// Who waits for a handler waits for all that the handler waits for. The informer alone
// is synced whatever its handlers do; so a fix may block where nothing did: on a
// channel that is served only after the wait, or on a lock that is held around it.

// stuck says why whoever waits for the handler of a registration may wait for ever; ""
// if nothing is seen that it could wait for.
func (f *finder) stuck(r *registration, wait ssa.CallInstruction, method *ssa.Function) string {
	waits, locks := blocking.AwaitsAny(r.add)
	switch {
	case waits:
		return "the handler may wait for what comes only after the wait"
	case locks && (wait != nil && blocking.Holds(wait) || f.who.Locked(method, 0)):
		return "the handler may want a lock that is held during the wait"
	}
	return ""
}

// logged reports whether what the call at a position returns is logged, and nothing else
// is done with it: a line in a log may say how far the handler is.
func (f *finder) logged(pos token.Pos) bool {
	return slices.ContainsFunc(f.fns, func(fn *ssa.Function) bool {
		call := uses.CallAt(fn, pos)
		return call != nil && logged.Only(call)
	})
}
