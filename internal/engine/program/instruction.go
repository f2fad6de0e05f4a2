package program

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ctrlruntime"
)

func (f *fnBuilder) instruction(ins ssa.Instruction) {
	dst := NoReg
	if v, ok := ins.(ssa.Value); ok {
		if r, ok := f.regs[v]; ok {
			dst = r
		}
	}
	if f.caches && f.cacheConversion(ins, dst) {
		return
	}
	move := func(srcs ...ssa.Value) {
		if dst == NoReg {
			f.lost(ins.(ssa.Value), srcs)
			return
		}
		i := newInstr(OpMove)
		i.Dst = dst
		for _, s := range srcs {
			if r := f.val(s); r != NoReg {
				i.Args = append(i.Args, r)
			}
		}
		f.emit(i, ins.Pos())
	}
	unary := func(op Opcode, a ssa.Value, name string) {
		if dst == NoReg {
			return
		}
		i := newInstr(op)
		i.Dst, i.A, i.Name = dst, f.val(a), name
		f.emit(i, ins.Pos())
	}
	switch ins := ins.(type) {
	case *ssa.Alloc:
		if dst != NoReg {
			i := newInstr(OpAlloc)
			i.Dst, i.Name = dst, namedType(ins.Type())
			f.emit(i, ins.Pos())
		}
	case *ssa.MakeSlice, *ssa.MakeMap, *ssa.MakeChan:
		if dst != NoReg {
			i := newInstr(OpAlloc)
			i.Dst = dst
			f.emit(i, ins.Pos())
		}
	case *ssa.FieldAddr:
		unary(OpField, ins.X, fieldName(ins.X.Type(), ins.Field))
	case *ssa.Field:
		f.project(dst, ins.X, fieldName(ins.X.Type(), ins.Field), ins.Type(), ins.Pos())
	case *ssa.IndexAddr:
		unary(OpElem, ins.X, "")
	case *ssa.Index:
		f.project(dst, ins.X, "[*]", ins.Type(), ins.Pos())
	case *ssa.Lookup:
		if r, ok := f.tuple[ins]; ok {
			dst = r[0]
		}
		f.project(dst, ins.X, "[*]", nil, ins.Pos())
	case *ssa.Range:
		move(ins.X)
	case *ssa.Next:
		if r, ok := f.tuple[ins]; ok && len(r) == 3 {
			f.project(r[2], ins.Iter, "[*]", nil, ins.Pos())
			if r[1] != NoReg {
				f.project(r[1], ins.Iter, "[*]", nil, ins.Pos())
			}
		}
	case *ssa.UnOp:
		switch ins.Op {
		case token.MUL:
			if isAggregate(ins.Type()) {
				move(ins.X)
			} else {
				unary(OpLoad, ins.X, "")
			}
		case token.ARROW:
			f.emit(newInstr(OpAwait), ins.Pos())
			if r, ok := f.tuple[ins]; ok {
				dst = r[0]
			}
			f.project(dst, ins.X, "[*]", nil, ins.Pos())
		}
	case *ssa.Store:
		f.store(ins.Addr, ins.Val, ins.Pos())
	case *ssa.MapUpdate:
		f.storeElem(ins.Map, ins.Value, ins.Pos())
		if f.val(ins.Key) != NoReg {
			f.storeElem(ins.Map, ins.Key, ins.Pos())
		}
	case *ssa.Send:
		f.storeElem(ins.Chan, ins.X, ins.Pos())
		f.emit(newInstr(OpSignal), ins.Pos())
	case *ssa.Select:
		f.emit(newInstr(OpAwait), ins.Pos())
		n := 2
		for _, st := range ins.States {
			if st.Dir == types.SendOnly {
				f.storeElem(st.Chan, st.Send, ins.Pos())
				f.emit(newInstr(OpSignal), ins.Pos())
			} else {
				if r, ok := f.tuple[ins]; ok && r[n] != NoReg {
					f.project(r[n], st.Chan, "[*]", nil, ins.Pos())
				}
				n++
			}
		}
	case *ssa.Phi:
		move(ins.Edges...)
	case *ssa.ChangeType:
		move(ins.X)
	case *ssa.Convert:
		move(ins.X)
	case *ssa.MultiConvert:
		move(ins.X)
	case *ssa.ChangeInterface:
		move(ins.X)
	case *ssa.MakeInterface:
		move(ins.X)
	case *ssa.Slice:
		move(ins.X)
	case *ssa.SliceToArrayPointer:
		move(ins.X)
	case *ssa.TypeAssert:
		if r, ok := f.tuple[ins]; ok {
			dst = r[0]
		}
		move(ins.X)
	case *ssa.Extract:
		if dst != NoReg {
			if r, ok := f.tuple[ins.Tuple]; ok && r[ins.Index] != NoReg {
				i := newInstr(OpMove)
				i.Dst, i.Args = dst, []Reg{r[ins.Index]}
				f.emit(i, ins.Pos())
			}
		}
	case *ssa.MakeClosure:
		f.closure(dst, ins)
	case *ssa.Return:
		i := newInstr(OpReturn)
		i.Args = f.vals(ins.Results)
		f.emit(i, ins.Pos())
	case *ssa.RunDefers:
		f.emit(newInstr(OpRunDefer), ins.Pos())
	case *ssa.Call:
		f.call(ins, &ins.Call, callPlain)
	case *ssa.Go:
		f.call(ins, &ins.Call, CallGo)
	case *ssa.Defer:
		f.call(ins, &ins.Call, CallDefer)
	}
}

// lost: something that is followed becomes something that is not, such as an
// interface of the standard library. From here on it may be anywhere.
func (f *fnBuilder) lost(v ssa.Value, srcs []ssa.Value) {
	if _, ok := v.(*ssa.TypeAssert); ok && !types.IsInterface(v.Type()) {
		return // the assertion to a concrete type that holds nothing of interest
	}
	i := newInstr(OpEscape)
	for _, s := range srcs {
		if r := f.val(s); r != NoReg {
			i.Args = append(i.Args, r)
		}
	}
	if len(i.Args) > 0 {
		f.emit(i, v.Pos())
	}
}

// project emits dst = x.name for a structure value, collection or channel x.
func (f *fnBuilder) project(dst Reg, x ssa.Value, name string, t types.Type, pos token.Pos) {
	if dst == NoReg {
		return
	}
	addr := Reg(f.out.Regs)
	f.out.Regs++
	i := newInstr(OpField)
	i.Dst, i.A, i.Name = addr, f.val(x), name
	f.emit(i, pos)
	l := newInstr(OpLoad)
	if t != nil && isAggregate(t) {
		l.Op, l.Args = OpMove, []Reg{addr}
	} else {
		l.A = addr
	}
	l.Dst = dst
	f.emit(l, pos)
}

func (f *fnBuilder) store(addr, v ssa.Value, pos token.Pos) {
	val := f.val(v)
	if val == NoReg {
		return
	}
	a := f.val(addr)
	i := newInstr(OpStore)
	switch {
	case a == NoReg:
		i.Op, i.Args = OpEscape, []Reg{val}
	case isAggregate(v.Type()):
		i.Op, i.A, i.B = OpCopy, a, val
	default:
		i.A, i.B = a, val
	}
	f.emit(i, pos)
}

func (f *fnBuilder) storeElem(coll, v ssa.Value, pos token.Pos) {
	val := f.val(v)
	if val == NoReg {
		return
	}
	c := f.val(coll)
	if c == NoReg {
		i := newInstr(OpEscape)
		i.Args = []Reg{val}
		f.emit(i, pos)
		return
	}
	addr := Reg(f.out.Regs)
	f.out.Regs++
	e := newInstr(OpElem)
	e.Dst, e.A = addr, c
	f.emit(e, pos)
	i := newInstr(OpStore)
	i.A, i.B = addr, val
	if isAggregate(v.Type()) {
		i.Op = OpCopy
	}
	f.emit(i, pos)
}

func (f *fnBuilder) closure(dst Reg, mc *ssa.MakeClosure) {
	fn := mc.Fn.(*ssa.Function)
	if dst == NoReg {
		return
	}
	if obj, ok := fn.Object().(*types.Func); ok && fn.Synthetic != "" && len(mc.Bindings) == 1 && fn.Parent() == nil {
		i := newInstr(OpBound)
		recv := mc.Bindings[0]
		i.Dst, i.A, i.Name, i.B = dst, f.val(recv), obj.Name(), NoReg
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
	i := newInstr(OpClosure)
	i.Dst, i.Name, i.Args = dst, fnKey(fn), f.vals(mc.Bindings)
	f.emit(i, mc.Pos())
}
