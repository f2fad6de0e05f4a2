package delivered

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/engine/judge"
)

// fallsBack reports whether a function asks a lister, a store or a client if it does
// not like what it has read of the state: whoever looks there next misses nothing.
func (f *finder) fallsBack(fn *ssa.Function, read judge.Spot) bool {
	var found []ssa.Value
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			v, ok := instr.(ssa.Value)
			if call, isCall := instr.(*ssa.Call); isCall && f.local(call) && f.leads(called(&call.Call), read.Fn) ||
				ok && f.byKey[read.Fn] == fn && instr.Pos() == read.Pos {
				found = append(found, v)
			}
		}
	}
	for _, v := range found {
		if slices.ContainsFunc(decided(v), f.looksBelow) {
			return true
		}
	}
	return false
}

// leads reports whether a function is one, or calls it, perhaps through others of the
// package.
func (f *finder) leads(fn *ssa.Function, key string) bool {
	e := f.newEffects()
	e.walk(fn, nil, 0)
	return e.funcs[f.byKey[key]]
}

// decided are the branches of a function that a value decides.
func decided(v ssa.Value) (out []*ssa.If) {
	seen := map[ssa.Value]bool{v: true}
	for work := []ssa.Value{v}; len(work) > 0; {
		v, work = work[0], work[1:]
		if v.Referrers() == nil {
			continue
		}
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.If:
				out = append(out, ref)
				for _, b := range ref.Block().Succs { // of && and ||
					for _, instr := range b.Instrs {
						if phi, ok := instr.(*ssa.Phi); ok && !seen[phi] {
							seen[phi] = true
							work = append(work, phi)
						}
					}
				}
			case *ssa.BinOp, *ssa.UnOp, *ssa.Extract, *ssa.Lookup, *ssa.Phi, *ssa.Convert, *ssa.Field, *ssa.TypeAssert, *ssa.Call:
				next := ref.(ssa.Value)
				if call, ok := ref.(*ssa.Call); ok {
					if _, builtin := call.Call.Value.(*ssa.Builtin); !builtin {
						continue
					}
				}
				if !seen[next] {
					seen[next] = true
					work = append(work, next)
				}
			}
		}
	}
	return out
}

// looksBelow reports whether a lister, a store or a client is asked on one side of a
// branch alone.
func (f *finder) looksBelow(branch *ssa.If) bool {
	for _, side := range branch.Block().Succs {
		if len(side.Preds) > 1 {
			continue // both sides lead there
		}
		e := f.newEffects()
		for _, b := range branch.Parent().Blocks {
			if side.Dominates(b) {
				for _, instr := range b.Instrs {
					e.instr(instr, nil, 0)
				}
			}
		}
		if e.looks {
			return true
		}
	}
	return false
}
