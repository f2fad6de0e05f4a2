package delivered

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/delivered/once"
	"github.com/informerlint/informerlint/internal/delivered/uses"
	"github.com/informerlint/informerlint/internal/engine/filled"
	"github.com/informerlint/informerlint/internal/engine/program"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// gated looks for exported methods that hand out what the handler fills only when
// the informer is synced: whoever calls them takes what they say then for all there
// is.
func (f *finder) gated(r *registration) *Claim {
	var claims []*Claim
	for _, typ := range owners(r.does.state) {
		state := make(map[string]Access)
		for p, a := range r.does.state {
			if strings.HasPrefix(p, "("+typ+").") {
				state[p] = a
			}
		}
		for _, holder := range f.holders(typ) {
			for _, m := range f.methodsOf(holder) {
				if c := f.gate(r, m, state); c != nil {
					c.Type = holder
					claims = append(claims, c)
				}
			}
			if len(claims) > 0 {
				claims[0].More = claims[1:]
				return claims[0]
			}
		}
	}
	return nil
}

// gate is gated for one method.
func (f *finder) gate(r *registration, m *ssa.Function, state map[string]Access) *Claim {
	if !token.IsExported(m.Name()) || uses.Answers(m) || r.all[m] || !uses.Tells(m) || f.comesBack(m) {
		return nil
	}
	at := f.readIn(m, state)
	if at == nil {
		return nil
	}
	read, _ := f.readAt(at, nil, state, nil, 0, make(map[*ssa.Function]bool))
	if f.makesUp(at, state) || f.measured(filled.Spot{Fn: program.Key(read.Func), Pos: read.Pos}) && f.tellsWhether(program.Key(m), filled.Spot{}) {
		return nil
	}
	for _, p := range f.programsOf(r) {
		ways, ok := question{f: f, r: r, at: p}.waysTo(m, at.Block(), nil)
		if !ok || len(ways) == 0 {
			continue
		}
		var asked Atom
		if slices.ContainsFunc(ways, func(w Way) bool {
			a, bad := w.early()
			asked = a
			return !bad || a.Kind != InformerSynced
		}) {
			continue // there is a way on which it reads in any case, or because of something else
		}
		c := &Claim{Shape: Gate, Method: m, Reader: m, Wait: asked.Pos, WaitCall: uses.CallAt(m, asked.Pos), Ways: ways, Read: read}
		c.Place, c.Write, c.State = read.Place, state[read.Place], f.display(read.Place)
		c.Register, c.Handler = r.pos, r.add.Pos()
		c.Call, _ = r.call.(*ssa.Call)
		return c
	}
	return nil
}

// readIn is the first instruction of a function that reads one of the places, perhaps
// in a function that it calls.
func (f *finder) readIn(fn *ssa.Function, of map[string]Access) ssa.Instruction {
	for _, b := range fn.DomPreorder() {
		for _, instr := range b.Instrs {
			if _, ok := f.readAt(instr, nil, of, nil, 0, make(map[*ssa.Function]bool)); ok {
				return instr
			}
		}
	}
	return nil
}

// makesUp reports whether something else is done, on the ways through a read, that may
// wait for the handler, find what is missing elsewhere, or fill the state. What is
// done instead of reading does not matter.
func (f *finder) makesUp(read ssa.Instruction, state map[string]Access) bool {
	e, at := f.newEffects(), read.Block()
	after := once.Reached([]*ssa.BasicBlock{at}, nil)
	for _, b := range read.Parent().Blocks {
		if !after[b] && !once.Reached([]*ssa.BasicBlock{b}, nil)[at] {
			continue
		}
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok && f.decides(call) {
				continue // its ways say what it asks
			}
			e.instr(instr, nil, 0)
		}
	}
	return e.blocks || e.looks || e.guards || touches(e.state, state) || touches(e.taken, state)
}

// comesBack reports whether the package itself calls a method again and again, or in a
// goroutine, or it is one of a reconciler: what it has not found it may find then.
func (f *finder) comesBack(m *ssa.Function) bool {
	for v := range m.Signature.Results().Variables() {
		if strings.HasSuffix(clientgo.TypeName(v.Type()), "reconcile.Result") {
			return true
		}
	}
	return slices.ContainsFunc(f.who.Of[m], func(c ssa.CallInstruction) bool {
		_, plain := c.(*ssa.Call)
		return !plain || ssautil.Reaches(c, c)
	})
}
