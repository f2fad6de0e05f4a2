package program

import (
	"go/types"
	"strings"

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

// asksLater reports whether the function asks the API for the same kind of object
// after it has read a lister, and not about what it has found there: what is
// missing in the cache is found all the same.
func asksLater(read ssa.CallInstruction) bool {
	v := read.Value()
	if v == nil {
		return false
	}
	kind := kindOf(read.Common().Signature())
	for _, b := range v.Parent().Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || !call.Call.IsInvoke() || kind == "" {
				continue
			}
			name, sig := call.Call.Method.Name(), call.Call.Signature()
			asks := (name == "Get" || name == "List") && sig.Params().Len() > 0 && clientgo.IsContext(sig.Params().At(0).Type())
			if asks && strings.TrimSuffix(kindOf(sig), "List") == kind && ssautil.Reaches(v, call) && !comesFrom(call, v, 0) {
				return true
			}
		}
	}
	return false
}

// kindOf names what a function returns: an object, or objects.
func kindOf(sig *types.Signature) string {
	if sig.Results().Len() == 0 {
		return ""
	}
	t := sig.Results().At(0).Type()
	if s, ok := t.Underlying().(*types.Slice); ok {
		t = s.Elem()
	}
	return clientgo.TypeName(ssautil.Deref(t))
}

// comesFrom reports whether a value is computed from another.
func comesFrom(v, from ssa.Value, depth int) bool {
	if v == from {
		return true
	}
	instr, ok := v.(ssa.Instruction)
	if !ok || depth > 8 {
		return false
	}
	for _, op := range instr.Operands(nil) {
		if *op != nil && comesFrom(*op, from, depth+1) {
			return true
		}
	}
	return false
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
