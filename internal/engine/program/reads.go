package program

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
)

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
