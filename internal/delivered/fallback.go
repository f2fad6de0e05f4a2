package delivered

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/delivered/kept"
	"github.com/informerlint/informerlint/internal/delivered/uses"
	"github.com/informerlint/informerlint/internal/engine/filled"
)

// fallsBack reports whether a function asks a lister, a store or a client if it does
// not like what it has read of the state: whoever looks there next misses nothing.
func (f *finder) fallsBack(fn *ssa.Function, read filled.Spot) bool {
	for _, v := range f.readings(fn, read) {
		if slices.ContainsFunc(uses.Decided(v), f.looksBelow) {
			return true
		}
	}
	return false
}

// readings are the instructions of a function that read there, or lead to it.
func (f *finder) readings(fn *ssa.Function, read filled.Spot) (out []ssa.Value) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			v, ok := instr.(ssa.Value)
			if call, isCall := instr.(*ssa.Call); isCall && f.local(call) && f.leads(kept.Called(&call.Call), read.Fn) ||
				ok && f.byKey[read.Fn] == fn && instr.Pos() == read.Pos {
				out = append(out, v)
			}
		}
	}
	return out
}

// failed reports whether a function reads where a call that waits has said that it was
// in vain: nobody takes that for all there is.
func (f *finder) failed(fn *ssa.Function, wait ssa.CallInstruction, read filled.Spot) bool {
	call, ok := wait.(*ssa.Call)
	if !ok {
		return false
	}
	readings := f.readings(fn, read)
	return slices.ContainsFunc(uses.Failed(call), func(side *ssa.BasicBlock) bool {
		return slices.ContainsFunc(readings, func(v ssa.Value) bool { return side.Dominates(v.(ssa.Instruction).Block()) })
	})
}

// subscribes reports whether what reads also puts something where the handler finds it:
// that is told of what is missing.
func (f *finder) subscribes(r *registration, read filled.Spot) bool {
	fn := f.byKey[read.Fn]
	if fn == nil || r.add == nil {
		return false
	}
	e := f.newEffects()
	if r.call == nil || ssa.Instruction(r.call).Parent() != fn {
		e.walk(fn, nil, 0)
		return f.tells(r, e)
	}
	// What it has set up before it registers is what the handler works with.
	at := r.call.Block()
	for _, b := range fn.Blocks {
		instrs := b.Instrs
		switch {
		case b == at:
			instrs = instrs[slices.Index(instrs, ssa.Instruction(r.call))+1:]
		case !at.Dominates(b):
			continue
		}
		for _, instr := range instrs {
			e.instr(instr, nil, 0)
		}
	}
	return f.tells(r, e)
}

// tells reports whether the handler looks at what a function has put somewhere.
func (f *finder) tells(r *registration, e *effects) bool {
	_, told := f.reads(r.add, nil, e.state, nil, 0, make(map[*ssa.Function]bool))
	return told
}

// leads reports whether a function is one, or calls it, perhaps through others of the
// package.
func (f *finder) leads(fn *ssa.Function, key string) bool {
	e := f.newEffects()
	e.walk(fn, nil, 0)
	return e.funcs[f.byKey[key]]
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
