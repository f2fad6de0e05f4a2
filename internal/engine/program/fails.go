package program

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ctrlruntime"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// failTest returns the successor of a block that is taken if a wait was stopped,
// or if what registers something has failed; -1 if the block's end tests nothing
// of the kind. Other calls may fail because of what came before them: a read of
// a store that is empty does.
func (f *fnBuilder) failTest(blk *ssa.BasicBlock) int {
	branch, ok := blk.Instrs[len(blk.Instrs)-1].(*ssa.If)
	if !ok {
		return -1
	}
	cond, good, bad := ssautil.Asked(branch)
	if cmp, ok := cond.(*ssa.BinOp); ok {
		x, y := cmp.X, cmp.Y
		if c, ok := x.(*ssa.Const); ok && c.IsNil() {
			x, y = y, x
		}
		c, ok := y.(*ssa.Const)
		switch of := ok && c.IsNil() && f.fails(x); {
		case of && cmp.Op == token.EQL: // err == nil
			return blk.Succs[bad].Index
		case of && cmp.Op == token.NEQ:
			return blk.Succs[good].Index
		}
		return -1
	}
	if !f.waited(cond) {
		return -1
	}
	return blk.Succs[bad].Index
}

// waited reports whether a value says that a wait was not stopped.
func (f *fnBuilder) waited(v ssa.Value) bool {
	wanted := clientgo.OpWaitFor
	if each, ok := v.(*ssa.Extract); ok && each.Index == 2 {
		// for _, ok := range factory.WaitForCacheSync(stop)
		next, _ := each.Tuple.(*ssa.Next)
		if next == nil {
			return false
		}
		over, _ := next.Iter.(*ssa.Range)
		if over == nil {
			return false
		}
		v, wanted = over.X, clientgo.OpWait
	}
	call, ok := v.(*ssa.Call)
	return ok && f.operation(call.Common()) == wanted
}

// fails reports whether a value is the error of a call that registers something.
func (f *fnBuilder) fails(v ssa.Value) bool {
	if x, ok := v.(*ssa.Extract); ok {
		v = x.Tuple
	}
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	switch f.operation(call.Common()) {
	case clientgo.OpAddHandler, clientgo.OpRegisterKind:
		return true
	}
	return false
}

// operation is what a call is, to informers or to caches of controller-runtime.
func (f *fnBuilder) operation(c *ssa.CallCommon) clientgo.Op {
	if f.caches && c.IsInvoke() {
		switch op := ctrlruntime.OpOf(c.Method); op {
		case clientgo.OpNone:
		case clientgo.OpWaitCache:
			return clientgo.OpWaitFor
		default:
			return op
		}
	}
	return f.opOf(c)
}
