// Package once tells whether a handler is registered, and once, for every value of a
// type that a package makes. It reads SSA, and knows nothing of what handlers do.
package once

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/ssautil"
)

// Always reports whether a call is made, and once, for every value of a type that
// the functions make; calls are those in the package of each function.
func Always(fns []*ssa.Function, calls map[*ssa.Function][]ssa.CallInstruction, call *ssa.Call, typ *types.TypeName) bool {
	fn := call.Parent()
	if ssautil.Reaches(call, call) || !onEveryWay(fn, call.Block(), typ) {
		return false
	}
	makers := makersOf(fns, typ)
	if !takes(fn, typ) {
		return len(makers) == 1 && makers[0] == fn
	}
	passed := make(map[*ssa.Function]bool) // makers that call it, and whether on every way
	for _, call := range calls[fn] {
		in := call.Parent()
		if _, again := passed[in]; again {
			return false // it is called for each of several informers
		}
		passed[in] = passed[in] || onEveryWay(in, call.Block(), typ)
	}
	called := false
	for _, m := range makers {
		_, calls := passed[m]
		called = called || calls
	}
	for _, m := range makers {
		if called && !passed[m] {
			return false // somebody else calls it for those of this maker, or nobody does
		}
	}
	return true
}

// makersOf returns the functions that make a value of a type. One that only has a
// closure around a value that it gets keeps a pointer to it in a cell.
func makersOf(fns []*ssa.Function, typ *types.TypeName) (out []*ssa.Function) {
	for _, fn := range fns {
		if slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
			return slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool {
				a, ok := i.(*ssa.Alloc)
				return ok && isOf(a.Type(), typ)
			})
		}) {
			out = append(out, fn)
		}
	}
	return out
}

// takes reports whether a function gets a value of a type: a method, a helper, or a
// closure around one.
func takes(fn *ssa.Function, typ *types.TypeName) bool {
	for _, p := range fn.Params {
		if isOf(p.Type(), typ) {
			return true
		}
	}
	return len(fn.FreeVars) > 0
}

// isOf reports whether a type is a type or a pointer to it.
func isOf(t types.Type, typ *types.TypeName) bool {
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj() == typ
}

// onEveryWay reports whether each way through a function that succeeds, and hands out
// a value of a type if it gets none, comes through a block.
func onEveryWay(fn *ssa.Function, through *ssa.BasicBlock, typ *types.TypeName) bool {
	for b := range Reached(fn.Blocks[:1], through) {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && !fails(ret) && (takes(fn, typ) || handsOne(ret)) {
			return false
		}
	}
	return true
}

// Reached returns the blocks that can be reached, from some on, without one.
func Reached(from []*ssa.BasicBlock, without *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	seen := make(map[*ssa.BasicBlock]bool)
	for work := from; len(work) > 0; {
		b := work[len(work)-1]
		work = work[: len(work)-1 : len(work)-1]
		if b != without && !seen[b] {
			seen[b] = true
			work = append(work, b.Succs...)
		}
	}
	return seen
}

// fails reports whether a function returns an error there.
func fails(ret *ssa.Return) bool {
	if len(ret.Results) == 0 {
		return false
	}
	last := ret.Results[len(ret.Results)-1]
	return ssautil.IsError(last.Type()) && !IsNil(last)
}

// handsOne reports whether something that is not nil is returned.
func handsOne(ret *ssa.Return) bool {
	for _, r := range ret.Results {
		if !IsNil(r) {
			return true
		}
	}
	return false
}

// IsNil reports whether a value is nil, or a zero of its type.
func IsNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}
