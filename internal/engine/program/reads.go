package program

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// readers are the functions whose reads of listers and stores are part of their
// programs: those that start, run or await something, and what they run in
// goroutines, with what that calls. A read anywhere else says nothing about an
// order, and programs would be several times as large with all of them.
func (b *builder) readers(all []*ssa.Function) map[*ssa.Function]bool {
	out := make(map[*ssa.Function]bool)
	var work []*ssa.Function
	add := func(fn *ssa.Function) {
		if fn == nil || fn.Pkg != b.pkg {
			return
		}
		if fn = outermost(fn); !out[fn] {
			out[fn] = true
			work = append(work, fn)
		}
	}
	for _, fn := range all {
		eachCall(fn, func(_ ssa.Instruction, c *ssa.CallCommon) {
			if b.orders(c) {
				add(fn)
			}
		})
	}
	// Goroutines of these, and two calls deep below them.
	bodies := make(map[*ssa.Function][]*ssa.Function)
	for _, fn := range all {
		bodies[outermost(fn)] = append(bodies[outermost(fn)], fn)
	}
	for _, deeper := range []bool{false, true, true} {
		level := work
		work = nil
		for _, top := range level {
			for _, fn := range bodies[top] {
				eachCall(fn, func(ins ssa.Instruction, c *ssa.CallCommon) {
					// A literal may be a goroutine of its own.
					if _, spawns := ins.(*ssa.Go); spawns || deeper || fn.Parent() != nil {
						add(c.StaticCallee())
					}
					for _, a := range c.Args {
						add(b.methodValue(a))
					}
				})
			}
		}
	}
	return out
}

// opOf is the operation of the protocol that a call is.
func (b *builder) opOf(c *ssa.CallCommon) clientgo.Op {
	if c.IsInvoke() {
		return b.table.MethodOp(c.Value.Type(), c.Method.Name())
	}
	fn := c.StaticCallee()
	if fn == nil {
		return clientgo.OpNone
	}
	obj, ok := fn.Object().(*types.Func)
	if !ok {
		return clientgo.OpNone
	}
	if recv := obj.Signature().Recv(); recv != nil {
		return b.table.MethodOp(recv.Type(), obj.Name())
	}
	return b.table.FuncOp(obj)
}

// orders: the call starts, runs or awaits informers.
func (b *builder) orders(c *ssa.CallCommon) bool {
	switch b.opOf(c) {
	case clientgo.OpStart, clientgo.OpRun, clientgo.OpWait, clientgo.OpWaitFor:
		return true
	}
	return false
}

// methodValue is the method that a value c.worker is bound to.
func (b *builder) methodValue(v ssa.Value) *ssa.Function {
	mc, ok := v.(*ssa.MakeClosure)
	if !ok {
		return nil
	}
	fn := mc.Fn.(*ssa.Function)
	obj, ok := fn.Object().(*types.Func)
	if !ok || fn.Synthetic == "" || obj.Pkg() != b.pkg.Pkg {
		return nil
	}
	return b.pkg.Prog.FuncValue(obj)
}

func eachCall(fn *ssa.Function, do func(ssa.Instruction, *ssa.CallCommon)) {
	for _, blk := range fn.Blocks {
		for _, ins := range blk.Instrs {
			if call, ok := ins.(ssa.CallInstruction); ok {
				do(ins, call.Common())
			}
		}
	}
}

// outermost is the declared function that a literal is written in.
func outermost(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}
