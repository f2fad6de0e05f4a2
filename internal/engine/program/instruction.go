package program

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ctrlruntime"
	"github.com/informerlint/informerlint/internal/engine/answers"
	"github.com/informerlint/informerlint/internal/engine/cachecall"
	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// instruction translates one instruction.
func (f *fnBuilder) instruction(ins ssa.Instruction) {
	if v, ok := ins.(ssa.Value); ok && f.caches {
		dst, known := f.regs[v]
		if !known {
			dst = ir.NoReg
		}
		if f.cacheConversion(ins, dst) {
			return
		}
	}
	switch ins := ins.(type) {
	case *ssa.Call:
		f.call(ins, ir.CallPlain)
	case *ssa.Go:
		f.call(ins, ir.CallGo)
	case *ssa.Defer:
		f.call(ins, ir.CallDefer)
	case *ssa.Return:
		i := newInstr(ir.OpReturn)
		i.Args, i.Tentative = f.vals(cachecall.Returned(ins)), answers.Stopped(ins)
		f.emit(i, ins.Pos())
	case *ssa.RunDefers:
		f.emit(newInstr(ir.OpRunDefer), ins.Pos())
	case *ssa.Store:
		f.store(ins.Addr, ins.Val, ins.Pos())
	case *ssa.MapUpdate:
		f.storeElem(ins.Map, ins.Value, ins.Pos())
		if f.val(ins.Key) != ir.NoReg {
			f.storeElem(ins.Map, ins.Key, ins.Pos())
		}
	case *ssa.Send:
		f.storeElem(ins.Chan, ins.X, ins.Pos())
		f.emit(newInstr(ir.OpSignal), ins.Pos())
		if !f.buffered(ins.Chan) { // it is over when somebody has received
			f.emit(newInstr(ir.OpAwait), ins.Pos())
		}
	case *ssa.Select:
		f.selects(ins)
	case ssa.Value:
		f.value(ins)
	}
}

// value translates an instruction that only makes a value.
func (f *fnBuilder) value(v ssa.Value) {
	dst, ok := f.regs[v]
	if !ok {
		dst = ir.NoReg
	}
	switch v := v.(type) {
	case *ssa.Alloc:
		f.alloc(dst, namedType(v.Type()), v.Pos())
	case *ssa.MakeSlice, *ssa.MakeMap, *ssa.MakeChan:
		f.alloc(dst, namedType(v.Type()), v.Pos())
	case *ssa.FieldAddr:
		f.unary(ir.OpField, dst, v.X, ssautil.FieldName(v.X.Type(), v.Field), v.Pos())
	case *ssa.Field:
		f.project(dst, v.X, ssautil.FieldName(v.X.Type(), v.Field), v.Type(), v.Pos())
	case *ssa.IndexAddr:
		f.unary(ir.OpElem, dst, v.X, "", v.Pos())
		if dst != ir.NoReg && ssautil.Each(v) {
			f.cur[len(f.cur)-1].Mode = ir.ElemEach
		}
	case *ssa.Index:
		f.project(dst, v.X, "[*]", v.Type(), v.Pos())
	case *ssa.Lookup:
		f.project(f.first(v, dst), v.X, "[*]", ssautil.Elem(v.X.Type()), v.Pos())
	case *ssa.Next:
		if r, ok := f.tuple[v]; ok && len(r) == 3 {
			t := v.Type().(*types.Tuple)
			f.project(r[2], v.Iter, "[*]", t.At(2).Type(), v.Pos())
			if n := len(f.cur); r[2] != ir.NoReg {
				f.cur[n-2].Mode = ir.ElemEach // then the load
			}
			f.project(r[1], v.Iter, "[*]", t.At(1).Type(), v.Pos())
		}
	case *ssa.UnOp:
		f.unOp(dst, v)
	case *ssa.Phi:
		f.move(dst, v, cachecall.Edges(v)...)
	case *ssa.MakeInterface:
		if f.stands(v) {
			f.alloc(dst, namedType(v.X.Type()), v.Pos())
			return
		}
		f.move(dst, v, v.X)
	case *ssa.ChangeType, *ssa.Convert, *ssa.MultiConvert, *ssa.ChangeInterface, *ssa.Slice, *ssa.SliceToArrayPointer, *ssa.Range:
		f.move(dst, v, *v.(ssa.Instruction).Operands(nil)[0])
	case *ssa.TypeAssert:
		f.move(f.first(v, dst), v, v.X)
	case *ssa.Extract:
		if r, ok := f.tuple[v.Tuple]; ok && dst != ir.NoReg && r[v.Index] != ir.NoReg {
			i := newInstr(ir.OpMove)
			i.Dst, i.Args = dst, []ir.Reg{r[v.Index]}
			f.emit(i, v.Pos())
		}
	case *ssa.MakeClosure:
		f.closure(dst, v)
	}
}

// first is the register of the value of a "v, ok" form, dst if it is not one.
func (f *fnBuilder) first(v ssa.Value, dst ir.Reg) ir.Reg {
	if r, ok := f.tuple[v]; ok {
		return r[0]
	}
	return dst
}

func (f *fnBuilder) alloc(dst ir.Reg, typ string, pos token.Pos) {
	if dst == ir.NoReg {
		return
	}
	i := newInstr(ir.OpAlloc)
	i.Dst, i.Name = dst, typ
	f.emit(i, pos)
}

func (f *fnBuilder) unary(op ir.Opcode, dst ir.Reg, x ssa.Value, name string, pos token.Pos) {
	if dst == ir.NoReg {
		return
	}
	i := newInstr(op)
	i.Dst, i.A, i.Name = dst, f.val(x), name
	f.emit(i, pos)
}

func (f *fnBuilder) move(dst ir.Reg, v ssa.Value, srcs ...ssa.Value) {
	if dst == ir.NoReg {
		f.lost(v, srcs)
		return
	}
	i := newInstr(ir.OpMove)
	i.Dst, i.Args = dst, f.known(srcs)
	i.Mode = moveMode(v, len(i.Args) == len(srcs))
	f.emit(i, v.Pos())
}

// known are the registers of those values that have one.
func (f *fnBuilder) known(vs []ssa.Value) []ir.Reg {
	var out []ir.Reg
	for _, v := range vs {
		if r := f.val(v); r != ir.NoReg {
			out = append(out, r)
		}
	}
	return out
}

func (f *fnBuilder) unOp(dst ir.Reg, v *ssa.UnOp) {
	switch v.Op {
	case token.MUL:
		if f.registered(dst, v) {
			return
		}
		if isAggregate(v.Type()) {
			f.move(dst, v, v.X)
		} else {
			f.unary(ir.OpLoad, dst, v.X, "", v.Pos())
		}
	case token.ARROW:
		f.emit(newInstr(ir.OpAwait), v.Pos())
		f.project(f.first(v, dst), v.X, "[*]", ssautil.Elem(v.X.Type()), v.Pos())
		if _, made := v.X.(*ssa.Call); !made && !f.buffered(v.X) { // whoever sends goes on; nobody sends what ctx.Done() returns
			f.emit(newInstr(ir.OpSignal), v.Pos())
		}
	}
}

func (f *fnBuilder) selects(ins *ssa.Select) {
	f.emit(newInstr(ir.OpAwait), ins.Pos())
	received := 2 // the results before are the index and ok
	for _, st := range ins.States {
		if st.Dir == types.SendOnly {
			f.storeElem(st.Chan, st.Send, ins.Pos())
			f.emit(newInstr(ir.OpSignal), ins.Pos())
			continue
		}
		if r, ok := f.tuple[ins]; ok {
			f.project(r[received], st.Chan, "[*]", ssautil.Elem(st.Chan.Type()), ins.Pos())
		}
		received++
	}
}

// lost: something that is followed becomes something that is not, such as an
// interface of the standard library. From here on it may be anywhere.
func (f *fnBuilder) lost(v ssa.Value, srcs []ssa.Value) {
	if a, ok := v.(*ssa.TypeAssert); ok && !types.IsInterface(a.AssertedType) {
		return // the assertion to a concrete type that holds nothing of interest
	}
	if regs := f.known(srcs); len(regs) > 0 {
		f.escape(regs, v.Pos())
	}
}

// project emits dst = x.name for a structure value, collection or channel x.
func (f *fnBuilder) project(dst ir.Reg, x ssa.Value, name string, t types.Type, pos token.Pos) {
	if dst == ir.NoReg {
		return
	}
	addr := f.newReg()
	i := newInstr(ir.OpField)
	i.Dst, i.A, i.Name = addr, f.val(x), name
	f.emit(i, pos)
	l := newInstr(ir.OpLoad)
	if t != nil && isAggregate(t) {
		l.Op, l.Args = ir.OpMove, []ir.Reg{addr}
	} else {
		l.A = addr
	}
	l.Dst = dst
	f.emit(l, pos)
}

func (f *fnBuilder) store(addr, v ssa.Value, pos token.Pos) {
	val := f.val(v)
	if val == ir.NoReg {
		return
	}
	a := f.val(addr)
	i := newInstr(ir.OpStore)
	switch {
	case a == ir.NoReg:
		i.Op, i.Args = ir.OpEscape, []ir.Reg{val}
	case isAggregate(v.Type()):
		i.Op, i.A, i.B = ir.OpCopy, a, val
	default:
		i.A, i.B = a, val
	}
	f.emit(i, pos)
}

func (f *fnBuilder) storeElem(coll, v ssa.Value, pos token.Pos) {
	val := f.val(v)
	if val == ir.NoReg {
		return
	}
	c := f.val(coll)
	if c == ir.NoReg {
		f.escape([]ir.Reg{val}, pos)
		return
	}
	addr := f.newReg()
	e := newInstr(ir.OpElem)
	e.Dst, e.A = addr, c
	f.emit(e, pos)
	i := newInstr(ir.OpStore)
	i.A, i.B = addr, val
	if isAggregate(v.Type()) {
		i.Op = ir.OpCopy
	}
	f.emit(i, pos)
}

func (f *fnBuilder) closure(dst ir.Reg, mc *ssa.MakeClosure) {
	fn := mc.Fn.(*ssa.Function)
	if dst == ir.NoReg {
		return
	}
	if obj, ok := fn.Object().(*types.Func); ok && fn.Synthetic != "" && len(mc.Bindings) == 1 && fn.Parent() == nil {
		i := newInstr(ir.OpBound)
		recv := mc.Bindings[0]
		i.Dst, i.A, i.Name, i.B = dst, f.val(recv), obj.Name(), ir.NoReg
		t := recv.Type()
		switch {
		case f.caches:
			i.Proto = ctrlruntime.OpOf(obj)
		case clientgo.Primitive(t):
			i.Proto = f.table.MethodOp(t, obj.Name())
		}
		if !types.IsInterface(t) {
			i.Key = methodKey(obj)
		}
		f.emit(i, mc.Pos())
		return
	}
	i := newInstr(ir.OpClosure)
	i.Dst, i.Name, i.Args = dst, fnKey(fn), f.vals(mc.Bindings)
	f.emit(i, mc.Pos())
}
