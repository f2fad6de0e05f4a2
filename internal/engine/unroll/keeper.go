package unroll

import (
	"slices"

	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/interp"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

// A keeper decides whether something is surely in a container when a loop comes
// to it.
type keeper struct {
	u       *unroller
	births  []int         // the loops in which it is made
	at      *compose.Node // the head of the loop over the container
	assumed []assumption
	steps   int
}

// An assumption is what is decided already: true for the rounds of a loop that
// hand a container on, false for those that have to put something in.
type assumption struct {
	frame *interp.Frame
	r     ir.Reg
	holds bool
}

// contains: the container in a register surely has the element.
func (k *keeper) contains(f *interp.Frame, r ir.Reg, v interp.Value) bool {
	if k.steps++; f == nil || r == ir.NoReg || k.steps > maxTrace {
		return false
	}
	for _, a := range k.assumed {
		if a.frame == f && a.r == r {
			return a.holds
		}
	}
	mark := len(k.assumed)
	k.assumed = append(k.assumed, assumption{frame: f, r: r})
	defer func() { k.assumed = k.assumed[:mark] }()
	if int(r) < f.Fn.Params+f.Fn.Free {
		up, arg := k.handed(f, r)
		return k.contains(up, arg, v)
	}
	defs := k.u.definitions(f.Fn, r)
	if len(defs) == 2 && defs[0].Op == ir.OpAlloc && defs[1].Op == ir.OpMove {
		return k.appended(f, defs[1], v)
	}
	if len(defs) != 1 {
		return false
	}
	switch def := defs[0]; def.Op {
	case ir.OpMove:
		return k.moved(f, def, v)
	case ir.OpAlloc:
		return k.filled(f, def, v)
	case ir.OpLoad:
		return k.held(f, def, v)
	case ir.OpCall:
		return k.returned(f, def, slices.Index(def.Results, r), v)
	}
	return false
}

// returned: one function is called, and what it returns has the element wherever it
// returns something.
func (k *keeper) returned(f *interp.Frame, call *ir.Instr, i int, v interp.Value) bool {
	callees := f.Callees(call)
	if i < 0 || len(callees) != 1 || k.u.g.Unknown(f, call) || ir.CallMode(call.Mode) != ir.CallPlain {
		return false
	}
	found := false
	for ins := range callees[0].Fn.Instrs() {
		if ins.Op != ir.OpReturn || i >= len(ins.Args) || ins.Args[i] == ir.NoReg {
			continue // a nil, most often beside an error
		}
		if found = k.contains(callees[0], ins.Args[i], v); !found {
			return false
		}
	}
	return found
}

// handed is the register that the caller hands on as a parameter, or that a
// closure has bound.
func (k *keeper) handed(f *interp.Frame, r ir.Reg) (*interp.Frame, ir.Reg) {
	i := int(r)
	if i >= f.Fn.Params {
		if in, closure := k.u.g.Bound(f); closure != nil && closure.Op == ir.OpClosure && i-f.Fn.Params < len(closure.Args) {
			return in, closure.Args[i-f.Fn.Params]
		}
		return nil, ir.NoReg
	}
	up, call := f.Above()
	if up == nil || call == nil || call.Op != ir.OpCall {
		return nil, ir.NoReg
	}
	if call.Callee == ir.CalleeInvoke {
		if i--; i < 0 {
			return up, call.A
		}
	}
	if i >= len(call.Args) || call.Callee == ir.CalleeValue && len(call.Args) != f.Fn.Params {
		return nil, ir.NoReg
	}
	return up, call.Args[i]
}

// appended: append puts it in, or appends to what has it.
func (k *keeper) appended(f *interp.Frame, move *ir.Instr, v interp.Value) bool {
	for ins := range f.Fn.Instrs() {
		if ins.Op == ir.OpCopy && ins.Name == "[*]" && ins.A == move.Dst && k.contains(f, ins.B, v) {
			return true
		}
	}
	return slices.ContainsFunc(move.Args, func(a ir.Reg) bool { return k.contains(f, a, v) })
}

// moved: each of the containers that it may be has it. At the head of the loop
// that makes the element, what the rounds bring back has to have been given it
// there.
func (k *keeper) moved(f *interp.Frame, move *ir.Instr, v interp.Value) bool {
	if move.Mode == ir.MovePart {
		return false
	}
	args := move.Args
	making := false
	if move.Mode == ir.MovePhi || move.Mode == ir.MoveSome {
		for _, b := range k.births {
			if l := &k.u.g.Loops[b]; l.Frame == f && l.Loop.Head == f.Fn.BlockOf(move) {
				making = true
				args = slices.DeleteFunc(slices.Clone(args), func(a ir.Reg) bool { return !k.definedIn(f, l, a) })
			}
		}
		if move.Mode == ir.MoveSome && !making {
			return false
		}
	}
	k.assumed[len(k.assumed)-1].holds = !making
	return len(args) > 0 && !slices.ContainsFunc(args, func(a ir.Reg) bool { return !k.contains(f, a, v) })
}

func (k *keeper) definedIn(f *interp.Frame, l *compose.Laid, r ir.Reg) bool {
	if int(r) < f.Fn.Params+f.Fn.Free {
		return false
	}
	return slices.ContainsFunc(k.u.definitions(f.Fn, r), func(d *ir.Instr) bool { return l.Loop.Has(f.Fn.BlockOf(d)) })
}

// held: one container is in the field that it is read from.
func (k *keeper) held(f *interp.Frame, load *ir.Instr, v interp.Value) bool {
	vs := f.Get(load.Dst)
	if len(vs) != 1 {
		return false
	}
	obj, path, is := vs[0].Place()
	in, maker := k.u.g.Maker(obj)
	if !is || path != "" || maker == nil || maker.Op != ir.OpAlloc {
		return false
	}
	return k.contains(in, maker.Dst, v)
}

// filled: the element is put into the container that an instruction makes, on
// every way to the loop; in the loop that makes the element, on every way from
// there to the next round.
func (k *keeper) filled(f *interp.Frame, alloc *ir.Instr, v interp.Value) bool {
	g := k.u.g
	for _, p := range g.Nodes {
		if p.Kind != compose.EvNone || p.Ins == nil || len(p.Frame.Get(p.Ins.B)) != 1 || p.Frame.Get(p.Ins.B)[0] != v {
			continue
		}
		at := p.Frame.Get(p.Ins.A)
		if len(at) != 1 {
			continue
		}
		obj, path, _ := at[0].Place()
		if in, maker := g.Maker(obj); path != "[*]" || in != f || maker != alloc {
			continue
		}
		if len(k.births) > 0 && k.u.inside(k.births[0], p) {
			if k.everyRound(p) {
				return true
			}
			continue
		}
		if to := g.Within(k.at, p.Thread); to != nil && len(k.births) == 0 && g.Always(p, to) {
			return true
		}
	}
	return false
}

// everyRound: the round that makes the object comes to p before it ends.
func (k *keeper) everyRound(p *compose.Node) bool {
	l := &k.u.g.Loops[k.births[0]]
	from := k.u.g.Within(k.u.birth, p.Thread)
	if from == nil || p.Thread != k.u.g.Nodes[l.First].Thread {
		return false
	}
	in := k.u.region(k.births[0])
	seen := map[int]bool{p.ID: true}
	work := []int{from.ID}
	for len(work) > 0 {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		for s := range k.u.g.Nodes[id].Next() {
			if s == l.First || !in[s] && k.u.g.Reaches(s, k.at.ID) {
				return false
			}
			if in[s] && !seen[s] && k.u.g.Nodes[s].Thread == p.Thread {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return true
}
