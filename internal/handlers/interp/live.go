package interp

import "golang.org/x/tools/go/ssa"

// liveness returns, for each block of a function, the values that it or what
// follows may still use. A state keeps no others: two ways to a block that
// differ in nothing that matters are then one, and ten conditions in a row do
// not make a thousand states.
func (in *Machine) liveness(fn *ssa.Function) []map[ssa.Value]bool {
	if l, ok := in.live[fn]; ok {
		return l
	}
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
	in.live[fn] = live
	return live
}

// prune drops what is dead at the start of a block, whose phis are set.
func (s *state) prune(b *ssa.BasicBlock, live map[ssa.Value]bool) {
	for v := range s.env {
		if !live[v] {
			if phi, ok := v.(*ssa.Phi); ok && phi.Block() == b {
				continue
			}
			delete(s.env, v)
		}
	}
}
