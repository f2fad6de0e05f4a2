package delivered

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/delivered/once"
	"github.com/informerlint/informerlint/internal/delivered/uses"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// latch returns where a hidden flag is set that is false at first, and never again once
// it has been set; ok is false if a place is none.
func (f *finder) latch(place string) (sets []ssa.Instruction, ok bool) {
	typ, field, isField := strings.Cut(place, ").")
	if !isField || strings.Contains(field, ".") || token.IsExported(field) {
		return nil, false
	}
	found, only := false, true
	f.each(func(instr ssa.Instruction) {
		fa, is := instr.(*ssa.FieldAddr)
		if !is || !only || f.root(fa.X.Type()) != typ+")" || ssautil.FieldName(fa.X.Type(), fa.Field) != field || f.inTest(fa.Parent().Pos()) {
			return
		}
		found = true
		set, plain := uses.Sets(fa)
		sets, only = append(sets, set...), plain
	})
	return sets, found && only
}

// latched is what has to hold for such a flag to be want. That it is false says of
// nothing that it has been done. It is true where the function that registers the
// handler has come to the line that sets it: nobody who does so before that can have
// waited for the handler.
func (q question) latched(place string, want bool, pos token.Pos) (atoms []Atom, ok bool) {
	sets, ok := q.f.latch(place)
	if !ok || !want {
		return nil, ok
	}
	if len(sets) != 1 || q.r.call == nil || sets[0].Parent() != q.r.call.Parent() || q.depth > 3 {
		return nil, false
	}
	set := sets[0].Block()
	before := set.Instrs[:slices.Index(set.Instrs, sets[0])]
	if reg := q.r.call.Block(); !reg.Dominates(set) || reg == set && !slices.Contains(before, ssa.Instruction(q.r.call)) {
		return nil, false
	}
	if !q.onlyWaits(set, before) {
		return nil, false
	}
	e := q.f.newEffects()
	for _, instr := range before {
		e.instr(instr, nil, 0)
	}
	q.depth++
	ways, ok := q.waysTo(set.Parent(), set, nil)
	if !ok || len(ways) != 1 || ways[0].fills || touches(e.state, q.r.does.state) {
		return nil, false
	}
	for _, a := range append(slices.Clip(ways[0].Atoms), q.waited(before, nil)...) {
		a.Pos, a.Flag = pos, true
		atoms = append(atoms, a)
	}
	return atoms, true
}

// onlyWaits reports whether nothing is done between the registration and the last of
// some instructions of a block that may block or that is not known, but to wait for
// informers.
func (q question) onlyWaits(to *ssa.BasicBlock, before []ssa.Instruction) bool {
	from := q.r.call.Block()
	for _, b := range to.Parent().Blocks {
		instrs := b.Instrs
		if b == to {
			instrs = before
		}
		if b == from {
			instrs = instrs[slices.Index(instrs, ssa.Instruction(q.r.call))+1:]
		}
		if from.Dominates(b) && once.Reached([]*ssa.BasicBlock{b}, nil)[to] && !q.f.across.Nothing(instrs) {
			return false
		}
	}
	return true
}
