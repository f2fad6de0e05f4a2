package program

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
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

// buffered reports whether a channel surely has a buffer, so that what is sent may
// stay there: one that is made with a buffer, or a hidden field that holds nothing
// else.
func (b *builder) buffered(ch ssa.Value) bool {
	switch v := ch.(type) {
	case *ssa.MakeChan:
		n, ok := v.Size.(*ssa.Const)
		return ok && n.Int64() > 0
	case *ssa.ChangeType:
		return b.buffered(v.X)
	case *ssa.UnOp:
		fa, ok := v.X.(*ssa.FieldAddr)
		return ok && b.buffers()[ssautil.Field(fa)]
	}
	return false
}

// buffers are the hidden fields of the package that hold channels with a buffer,
// and no others.
func (b *builder) buffers() map[*types.Var]bool {
	if b.channels != nil {
		return b.channels
	}
	b.channels = make(map[*types.Var]bool)
	for _, fn := range b.all {
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				st, ok := instr.(*ssa.Store)
				if !ok {
					continue
				}
				fa, ok := st.Addr.(*ssa.FieldAddr)
				if _, is := st.Val.Type().Underlying().(*types.Chan); !ok || !is || ssautil.Field(fa).Exported() {
					continue
				}
				if has, known := b.channels[ssautil.Field(fa)]; has || !known {
					b.channels[ssautil.Field(fa)] = b.buffered(st.Val)
				}
			}
		}
	}
	return b.channels
}
