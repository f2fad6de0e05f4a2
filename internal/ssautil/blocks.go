package ssautil

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Live returns, for each block of a function, the values that it or what
// follows may still use.
func Live(fn *ssa.Function) []map[ssa.Value]bool {
	n := len(fn.Blocks)
	uses, defs, live := make([]map[ssa.Value]bool, n), make([]map[ssa.Value]bool, n), make([]map[ssa.Value]bool, n)
	// What a block gives the phis of its successors is used at its end.
	gives := make([][]ssa.Value, n)
	for _, b := range fn.Blocks {
		i := b.Index
		uses[i], defs[i], live[i] = make(map[ssa.Value]bool), make(map[ssa.Value]bool), make(map[ssa.Value]bool)
		for _, instr := range b.Instrs {
			if phi, ok := instr.(*ssa.Phi); ok {
				for e, pred := range b.Preds {
					gives[pred.Index] = append(gives[pred.Index], phi.Edges[e])
				}
			} else {
				for _, op := range instr.Operands(nil) {
					if *op != nil && !defs[i][*op] {
						uses[i][*op] = true
					}
				}
			}
			if v, ok := instr.(ssa.Value); ok {
				defs[i][v] = true
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for i := n - 1; i >= 0; i-- {
			add := func(v ssa.Value) {
				if !live[i][v] {
					live[i][v] = true
					changed = true
				}
			}
			for v := range uses[i] {
				add(v)
			}
			for _, v := range gives[i] {
				if !defs[i][v] {
					add(v)
				}
			}
			for _, succ := range fn.Blocks[i].Succs {
				for v := range live[succ.Index] {
					if !defs[i][v] {
						add(v)
					}
				}
			}
		}
	}
	return live
}

// Order numbers a function's blocks so that, loops aside, a block comes after
// all that lead to it.
func Order(fn *ssa.Function) []int {
	o := make([]int, len(fn.Blocks))
	n := len(fn.Blocks)
	seen := make([]bool, n)
	var visit func(b *ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		seen[b.Index] = true
		for _, succ := range b.Succs {
			if !seen[succ.Index] {
				visit(succ)
			}
		}
		n--
		o[b.Index] = n
	}
	visit(fn.Blocks[0])
	return o
}

// Reaches reports whether one instruction of a function may come after another.
func Reaches(from, to ssa.Instruction) bool {
	b := from.Block()
	if b == to.Block() && slices.Index(b.Instrs, to) > slices.Index(b.Instrs, from) {
		return true
	}
	seen := make(map[*ssa.BasicBlock]bool)
	var reach func(b *ssa.BasicBlock) bool
	reach = func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Succs, func(next *ssa.BasicBlock) bool {
			if next == to.Block() {
				return true
			}
			if seen[next] {
				return false
			}
			seen[next] = true
			return reach(next)
		})
	}
	return reach(b)
}

// Leads reports whether a block can be reached from another one without a third.
func Leads(from, to, without *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{without: true}
	for work := []*ssa.BasicBlock{from}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == to {
			return true
		}
		if !seen[b] {
			seen[b] = true
			work = append(work, b.Succs...)
		}
	}
	return false
}

// Asked returns what a condition asks, and the numbers of the successors at which
// that is so and is not so.
func Asked(branch *ssa.If) (cond ssa.Value, yes, no int) {
	cond, yes, no = branch.Cond, 0, 1
	for {
		not, ok := cond.(*ssa.UnOp)
		if !ok || not.Op != token.NOT {
			return cond, yes, no
		}
		cond, yes, no = not.X, no, yes
	}
}
