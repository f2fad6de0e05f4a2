package flow

import (
	"go/constant"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// maxInstrs is the size over which a function is not interpreted: what it
// gets counts as escaped. Generated tables of 10,000 lines end here.
const maxInstrs = 20_000

// A builder turns the SSA form of one package into protocol programs.
type builder struct {
	table *clientgo.Table
	fset  *token.FileSet
	pkg   *ssa.Package
	track map[types.Type]bool
	fns   map[string]*Fn
	types map[string]*typeInfo
	// touches: for each function, the types whose hidden fields it touches.
	touchers map[string]map[string]toucher
	globals  map[string][]string          // unexported package variable: who refers to it
	callers  map[string][]clientgo.Runner // helpers of other packages that run a function argument
	declared clientgo.Declared            // what the config file says
	reads    map[*ssa.Function]bool       // functions whose reads of listers are kept, see readers
}

// key returns the text under which a function's program is known:
// "path.F", "path.T.M" (whatever the receiver's pointerness), "path.F$1".
func fnKey(fn *ssa.Function) string {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if p := fn.Parent(); p != nil {
		return fnKey(p) + strings.TrimPrefix(fn.Name(), p.Name())
	}
	if obj, ok := fn.Object().(*types.Func); ok {
		return methodKey(obj)
	}
	if fn.Pkg != nil {
		return clientgo.Path(fn.Pkg.Pkg.Path()) + "." + fn.Name()
	}
	return fn.String()
}

func methodKey(fn *types.Func) string {
	fn = fn.Origin()
	path := ""
	if fn.Pkg() != nil {
		path = clientgo.Path(fn.Pkg().Path()) + "."
	}
	if recv := fn.Signature().Recv(); recv != nil {
		return namedType(recv.Type()) + "." + fn.Name()
	}
	return path + fn.Name()
}

// namedType returns "path.T" for a named non-interface type or a pointer to
// one, else "".
func namedType(t types.Type) string {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	named, ok := t.(*types.Named)
	if !ok || types.IsInterface(named) {
		return ""
	}
	obj := named.Origin().Obj()
	if obj.Pkg() == nil {
		return obj.Name()
	}
	return clientgo.Path(obj.Pkg().Path()) + "." + obj.Name()
}

func newBuilder(fset *token.FileSet, pkg *ssa.Package, table *clientgo.Table) *builder {
	return &builder{
		table: table, fset: fset, pkg: pkg,
		track: make(map[types.Type]bool), fns: make(map[string]*Fn), types: make(map[string]*typeInfo),
		touchers: make(map[string]map[string]toucher), globals: make(map[string][]string),
	}
}

// build makes a program of every function of the package.
func (b *builder) build() {
	var all []*ssa.Function
	add := func(fn *ssa.Function) {
		var rec func(*ssa.Function)
		rec = func(fn *ssa.Function) {
			if fn == nil || len(fn.Blocks) == 0 {
				return
			}
			all = append(all, fn)
			for _, anon := range fn.AnonFuncs {
				rec(anon)
			}
		}
		rec(fn)
	}
	names := make([]string, 0, len(b.pkg.Members))
	for name := range b.pkg.Members {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		switch m := b.pkg.Members[name].(type) {
		case *ssa.Function:
			add(m)
		case *ssa.Type:
			b.addMethods(m.Type(), add)
		}
	}
	b.reads = b.readers(all)
	for _, fn := range all {
		b.function(fn)
	}
	b.finishTypes()
}

// addMethods adds the declared and promoted methods of a named type.
func (b *builder) addMethods(t types.Type, add func(*ssa.Function)) {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || types.IsInterface(named) {
		return
	}
	if named.TypeParams().Len() > 0 {
		for m := range named.Methods() {
			add(b.pkg.Prog.FuncValue(m))
		}
		return
	}
	info := &typeInfo{Name: namedType(named)}
	mset := types.NewMethodSet(types.NewPointer(named))
	for sel := range mset.Methods() {
		obj, ok := sel.Obj().(*types.Func)
		if !ok {
			continue
		}
		if len(sel.Index()) > 1 { // promoted
			if !b.tracked(named) {
				continue
			}
			if fn := b.pkg.Prog.MethodValue(sel); fn != nil && len(fn.Blocks) > 0 && fn.Synthetic != "" {
				b.promoted(info.Name+"."+obj.Name(), fn)
			}
		} else {
			add(b.pkg.Prog.FuncValue(obj))
		}
		if obj.Exported() {
			info.Methods = append(info.Methods, info.Name+"."+obj.Name())
		}
	}
	b.types[info.Name] = info
}

// promoted makes the program of a method that a type has from an embedded field.
func (b *builder) promoted(key string, fn *ssa.Function) {
	b.translate(key, fn)
}

func (b *builder) function(fn *ssa.Function) { b.translate(fnKey(fn), fn) }

// tracked reports whether values of a type may hold or lead to an informer.
func (b *builder) tracked(t types.Type) bool { return b.trackable(t, 0) }

func (b *builder) trackable(t types.Type, depth int) bool {
	if t == nil || depth > 6 {
		return false
	}
	t = types.Unalias(t)
	if v, ok := b.track[t]; ok {
		return v
	}
	b.track[t] = false // breaks cycles; corrected below
	v := b.trackable1(t, depth)
	if v || depth == 0 {
		b.track[t] = v
	} else {
		delete(b.track, t) // a cut-off answer must not be kept
	}
	return v
}

func (b *builder) trackable1(t types.Type, depth int) bool {
	if b.table.RoleOf(t) != clientgo.None {
		return true
	}
	if _, ok := t.Underlying().(*types.Signature); ok {
		return true // also the named function types of packages that are modelled
	}
	if named, ok := t.(*types.Named); ok {
		obj := named.Obj()
		if obj.Pkg() == nil {
			return false // error, comparable
		}
		path := clientgo.Path(obj.Pkg().Path())
		if strings.HasPrefix(path, "k8s.io/client-go/tools/leaderelection") && depth < 3 {
			return true
		}
		if isStd(path) || clientgo.Modelled(path) && !clientgo.IsRoot(path) || strings.Contains(path, "/clientset") ||
			strings.Contains(path, "k8s.io/api/") || strings.HasPrefix(path, "github.com/spf13/pflag") {
			return false
		}
		if clientgo.IsRoot(path) {
			return obj.Name() == "Store" || obj.Name() == "Indexer" || obj.Name() == "DoneChecker"
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return b.trackable(u.Elem(), depth+1)
	case *types.Slice:
		return b.trackable(u.Elem(), depth+1)
	case *types.Array:
		return b.trackable(u.Elem(), depth+1)
	case *types.Chan:
		return b.trackable(u.Elem(), depth+1)
	case *types.Map:
		return b.trackable(u.Elem(), depth+1)
	case *types.Interface:
		return true // any, or declared outside the standard library and the modelled packages
	case *types.Struct:
		for f := range u.Fields() {
			if b.trackable(f.Type(), depth+1) {
				return true
			}
		}
	case *types.Tuple:
		for v := range u.Variables() {
			if b.trackable(v.Type(), depth+1) {
				return true
			}
		}
	}
	return false
}

// isStd reports whether an import path is of the standard library.
func isStd(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".") && first != "example"
}

// A fnBuilder translates one function.
type fnBuilder struct {
	*builder
	fn    *ssa.Function
	out   *Fn
	regs  map[ssa.Value]reg
	tuple map[ssa.Value][]reg
	pre   []instr // constants: at the head of the entry block
	cur   []instr
	ended bool // the block called a function that does not return
}

func (b *builder) translate(key string, fn *ssa.Function) {
	if _, dup := b.fns[key]; dup && fn.Synthetic != "" {
		return
	}
	out := &Fn{Key: key, local: true, pos: fn.Pos(), Params: len(fn.Params), Free: len(fn.FreeVars)}
	if obj := fn.Object(); obj != nil {
		out.Exported = obj.Exported()
	}
	if fn.Pos().IsValid() {
		file := b.fset.Position(fn.Pos()).Filename
		out.File = filepath.Base(file)
		out.test = strings.HasSuffix(file, "_test.go")
	}
	n := 0
	for _, blk := range fn.Blocks {
		n += len(blk.Instrs)
	}
	if n > maxInstrs {
		return // no program: a call of it is an escape
	}
	f := &fnBuilder{builder: b, fn: fn, out: out, regs: make(map[ssa.Value]reg), tuple: make(map[ssa.Value][]reg)}
	for _, p := range fn.Params {
		if b.tracked(p.Type()) {
			f.regs[p] = reg(out.Regs)
		}
		out.Regs++
		out.paramTracked = append(out.paramTracked, b.tracked(p.Type()))
		out.paramType = append(out.paramType, namedType(p.Type()))
		out.tracked = out.tracked || b.tracked(p.Type())
	}
	for _, v := range fn.FreeVars {
		if b.tracked(v.Type()) {
			f.regs[v] = reg(out.Regs)
		}
		out.Regs++
		out.tracked = out.tracked || b.tracked(v.Type())
	}
	// Registers first: a phi may refer to a later value.
	for _, blk := range fn.Blocks {
		for _, ins := range blk.Instrs {
			f.define(ins)
		}
	}
	for _, blk := range fn.Blocks {
		f.cur, f.ended = nil, false
		nb := block{NilOf: noReg, NilSucc: -1}
		for _, ins := range blk.Instrs {
			f.instruction(ins)
			if f.ended {
				break
			}
		}
		if !f.ended {
			for _, s := range blk.Succs {
				nb.Succs = append(nb.Succs, s.Index)
			}
			nb.NilOf, nb.NilSucc = f.nilTest(blk)
		}
		nb.Instrs = f.cur
		out.Blocks = append(out.Blocks, nb)
	}
	out.Blocks[0].Instrs = append(f.pre, out.Blocks[0].Instrs...)
	markLoops(out)
	b.fns[key] = out
	b.touch(key, fn)
}

// define gives a register to the result of an instruction, if it is tracked.
func (f *fnBuilder) define(ins ssa.Instruction) {
	v, ok := ins.(ssa.Value)
	if !ok {
		return
	}
	if t, ok := v.Type().(*types.Tuple); ok {
		regs := make([]reg, t.Len())
		any := false
		for i := range regs {
			regs[i] = noReg
			if f.tracked(t.At(i).Type()) {
				regs[i] = reg(f.out.Regs)
				f.out.Regs++
				any = true
			}
		}
		if any {
			f.tuple[v] = regs
		}
		return
	}
	if f.wants(v) {
		f.regs[v] = reg(f.out.Regs)
		f.out.Regs++
	}
}

// wants reports whether the value of an instruction needs a register: its
// type is tracked, or it is an interface made of something tracked.
func (f *fnBuilder) wants(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return f.tracked(v.X.Type())
	case *ssa.Extract, *ssa.Phi, *ssa.Call, *ssa.UnOp, *ssa.FieldAddr, *ssa.Field, *ssa.IndexAddr, *ssa.Index, *ssa.Lookup,
		*ssa.Alloc, *ssa.MakeClosure, *ssa.MakeSlice, *ssa.MakeMap, *ssa.MakeChan, *ssa.Slice, *ssa.ChangeType, *ssa.Convert,
		*ssa.ChangeInterface, *ssa.TypeAssert, *ssa.Range, *ssa.Next, *ssa.SliceToArrayPointer, *ssa.MultiConvert:
	default:
		return false
	}
	if r, ok := v.(*ssa.Range); ok {
		return f.tracked(r.X.Type())
	}
	return f.tracked(v.Type())
}

func (f *fnBuilder) emit(ins instr, pos token.Pos) {
	ins.Pos = pos
	if pos.IsValid() {
		ins.Line = f.fset.Position(pos).Line
	}
	f.cur = append(f.cur, ins)
}

func newInstr(op opcode) instr { return instr{Op: op, Dst: noReg, A: noReg, B: noReg} }

// val returns the register of an operand.
func (f *fnBuilder) val(v ssa.Value) reg {
	if v == nil {
		return noReg
	}
	if r, ok := f.regs[v]; ok {
		return r
	}
	ins := newInstr(opFunc)
	switch v := v.(type) {
	case *ssa.Function:
		ins.Name = fnKey(v)
	case *ssa.Global:
		if !f.tracked(v.Type()) {
			return noReg
		}
		ins.Op = opGlobal
		ins.Name = clientgo.Path(v.Pkg.Pkg.Path()) + "." + v.Name()
		if v.Pkg == f.pkg && !v.Object().Exported() {
			f.refer(ins.Name)
		}
	default:
		return noReg
	}
	ins.Dst = reg(f.out.Regs)
	f.out.Regs++
	f.regs[v] = ins.Dst
	f.pre = append(f.pre, ins)
	return ins.Dst
}

func (f *fnBuilder) refer(global string) {
	who := outer(f.out.Key)
	if !slices.Contains(f.globals[global], who) {
		f.globals[global] = append(f.globals[global], who)
	}
}

// outer cuts the closure suffixes off a function key.
func outer(key string) string {
	if i := strings.IndexByte(key, '$'); i >= 0 {
		return key[:i]
	}
	return key
}

func (f *fnBuilder) vals(vs []ssa.Value) []reg {
	regs := make([]reg, len(vs))
	for i, v := range vs {
		regs[i] = f.val(v)
	}
	return regs
}

func anyTracked(regs []reg) bool {
	return slices.ContainsFunc(regs, func(r reg) bool { return r != noReg })
}

// isAggregate: values of this type are structures or arrays, whose fields are
// reached through the value itself.
func isAggregate(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
}

func (f *fnBuilder) instruction(ins ssa.Instruction) {
	dst := noReg
	if v, ok := ins.(ssa.Value); ok {
		if r, ok := f.regs[v]; ok {
			dst = r
		}
	}
	move := func(srcs ...ssa.Value) {
		if dst == noReg {
			f.lost(ins.(ssa.Value), srcs)
			return
		}
		i := newInstr(opMove)
		i.Dst = dst
		for _, s := range srcs {
			if r := f.val(s); r != noReg {
				i.Args = append(i.Args, r)
			}
		}
		f.emit(i, ins.Pos())
	}
	unary := func(op opcode, a ssa.Value, name string) {
		if dst == noReg {
			return
		}
		i := newInstr(op)
		i.Dst, i.A, i.Name = dst, f.val(a), name
		f.emit(i, ins.Pos())
	}
	switch ins := ins.(type) {
	case *ssa.Alloc:
		if dst != noReg {
			i := newInstr(opAlloc)
			i.Dst, i.Name = dst, namedType(ins.Type())
			f.emit(i, ins.Pos())
		}
	case *ssa.MakeSlice, *ssa.MakeMap, *ssa.MakeChan:
		if dst != noReg {
			i := newInstr(opAlloc)
			i.Dst = dst
			f.emit(i, ins.Pos())
		}
	case *ssa.FieldAddr:
		unary(opField, ins.X, fieldName(ins.X.Type(), ins.Field))
	case *ssa.Field:
		f.project(dst, ins.X, fieldName(ins.X.Type(), ins.Field), ins.Type(), ins.Pos())
	case *ssa.IndexAddr:
		unary(opElem, ins.X, "")
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
			if r[1] != noReg {
				f.project(r[1], ins.Iter, "[*]", nil, ins.Pos())
			}
		}
	case *ssa.UnOp:
		switch ins.Op {
		case token.MUL:
			if isAggregate(ins.Type()) {
				move(ins.X)
			} else {
				unary(opLoad, ins.X, "")
			}
		case token.ARROW:
			f.emit(newInstr(opAwait), ins.Pos())
			if r, ok := f.tuple[ins]; ok {
				dst = r[0]
			}
			f.project(dst, ins.X, "[*]", nil, ins.Pos())
		}
	case *ssa.Store:
		f.store(ins.Addr, ins.Val, ins.Pos())
	case *ssa.MapUpdate:
		f.storeElem(ins.Map, ins.Value, ins.Pos())
		if f.val(ins.Key) != noReg {
			f.storeElem(ins.Map, ins.Key, ins.Pos())
		}
	case *ssa.Send:
		f.storeElem(ins.Chan, ins.X, ins.Pos())
		f.emit(newInstr(opSignal), ins.Pos())
	case *ssa.Select:
		f.emit(newInstr(opAwait), ins.Pos())
		n := 2
		for _, st := range ins.States {
			if st.Dir == types.SendOnly {
				f.storeElem(st.Chan, st.Send, ins.Pos())
				f.emit(newInstr(opSignal), ins.Pos())
			} else {
				if r, ok := f.tuple[ins]; ok && r[n] != noReg {
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
		if dst != noReg {
			if r, ok := f.tuple[ins.Tuple]; ok && r[ins.Index] != noReg {
				i := newInstr(opMove)
				i.Dst, i.Args = dst, []reg{r[ins.Index]}
				f.emit(i, ins.Pos())
			}
		}
	case *ssa.MakeClosure:
		f.closure(dst, ins)
	case *ssa.Return:
		i := newInstr(opReturn)
		i.Args = f.vals(ins.Results)
		f.emit(i, ins.Pos())
	case *ssa.RunDefers:
		f.emit(newInstr(opRunDefer), ins.Pos())
	case *ssa.Call:
		f.call(ins, &ins.Call, callPlain)
	case *ssa.Go:
		f.call(ins, &ins.Call, callGo)
	case *ssa.Defer:
		f.call(ins, &ins.Call, callDefer)
	}
}

// lost: something that is followed becomes something that is not, such as an
// interface of the standard library. From here on it may be anywhere.
func (f *fnBuilder) lost(v ssa.Value, srcs []ssa.Value) {
	if _, ok := v.(*ssa.TypeAssert); ok && !types.IsInterface(v.Type()) {
		return // the assertion to a concrete type that holds nothing of interest
	}
	i := newInstr(opEscape)
	for _, s := range srcs {
		if r := f.val(s); r != noReg {
			i.Args = append(i.Args, r)
		}
	}
	if len(i.Args) > 0 {
		f.emit(i, v.Pos())
	}
}

// project emits dst = x.name for a structure value, collection or channel x.
func (f *fnBuilder) project(dst reg, x ssa.Value, name string, t types.Type, pos token.Pos) {
	if dst == noReg {
		return
	}
	addr := reg(f.out.Regs)
	f.out.Regs++
	i := newInstr(opField)
	i.Dst, i.A, i.Name = addr, f.val(x), name
	f.emit(i, pos)
	l := newInstr(opLoad)
	if t != nil && isAggregate(t) {
		l.Op, l.Args = opMove, []reg{addr}
	} else {
		l.A = addr
	}
	l.Dst = dst
	f.emit(l, pos)
}

func (f *fnBuilder) store(addr, v ssa.Value, pos token.Pos) {
	val := f.val(v)
	if val == noReg {
		return
	}
	a := f.val(addr)
	i := newInstr(opStore)
	switch {
	case a == noReg:
		i.Op, i.Args = opEscape, []reg{val}
	case isAggregate(v.Type()):
		i.Op, i.A, i.B = opCopy, a, val
	default:
		i.A, i.B = a, val
	}
	f.emit(i, pos)
}

func (f *fnBuilder) storeElem(coll, v ssa.Value, pos token.Pos) {
	val := f.val(v)
	if val == noReg {
		return
	}
	c := f.val(coll)
	if c == noReg {
		i := newInstr(opEscape)
		i.Args = []reg{val}
		f.emit(i, pos)
		return
	}
	addr := reg(f.out.Regs)
	f.out.Regs++
	e := newInstr(opElem)
	e.Dst, e.A = addr, c
	f.emit(e, pos)
	i := newInstr(opStore)
	i.A, i.B = addr, val
	if isAggregate(v.Type()) {
		i.Op = opCopy
	}
	f.emit(i, pos)
}

func (f *fnBuilder) closure(dst reg, mc *ssa.MakeClosure) {
	fn := mc.Fn.(*ssa.Function)
	if dst == noReg {
		return
	}
	if obj, ok := fn.Object().(*types.Func); ok && fn.Synthetic != "" && len(mc.Bindings) == 1 && fn.Parent() == nil {
		i := newInstr(opBound)
		recv := mc.Bindings[0]
		i.Dst, i.A, i.Name, i.B = dst, f.val(recv), obj.Name(), noReg
		t := recv.Type()
		if clientgo.Primitive(t) {
			i.Proto = f.table.MethodOp(t, obj.Name())
		}
		if !types.IsInterface(t) {
			i.Key = methodKey(obj)
		}
		f.emit(i, mc.Pos())
		return
	}
	i := newInstr(opClosure)
	i.Dst, i.Name, i.Args = dst, fnKey(fn), f.vals(mc.Bindings)
	f.emit(i, mc.Pos())
}

// nilTest recognises "if x == nil" and "if x != nil" at a block's end.
func (f *fnBuilder) nilTest(blk *ssa.BasicBlock) (reg, int) {
	cond, ok := blk.Instrs[len(blk.Instrs)-1].(*ssa.If)
	if !ok {
		return noReg, -1
	}
	op, ok := cond.Cond.(*ssa.BinOp)
	if !ok || op.Op != token.EQL && op.Op != token.NEQ {
		return noReg, -1
	}
	x, y := op.X, op.Y
	if c, ok := x.(*ssa.Const); ok && c.IsNil() {
		x, y = y, x
	}
	if c, ok := y.(*ssa.Const); !ok || !c.IsNil() {
		return noReg, -1
	}
	r := f.val(x)
	if r == noReg {
		return noReg, -1
	}
	if op.Op == token.EQL {
		return r, blk.Succs[0].Index
	}
	return r, blk.Succs[1].Index
}

func fieldName(t types.Type, i int) string {
	t = t.Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	return t.(*types.Struct).Field(i).Name()
}

// markLoops finds the blocks that can reach themselves.
func markLoops(fn *Fn) {
	for i := range fn.Blocks {
		seen := make([]bool, len(fn.Blocks))
		work := append([]int(nil), fn.Blocks[i].Succs...)
		for len(work) > 0 {
			n := work[len(work)-1]
			work = work[:len(work)-1]
			if n == i {
				fn.Blocks[i].Loop = true
				break
			}
			if !seen[n] {
				seen[n] = true
				work = append(work, fn.Blocks[n].Succs...)
			}
		}
	}
}

// touch records which types' hidden fields a function reaches into, other
// than those of objects that it makes itself.
func (b *builder) touch(key string, fn *ssa.Function) {
	who := outer(key)
	for _, blk := range fn.Blocks {
		for _, ins := range blk.Instrs {
			fa, ok := ins.(*ssa.FieldAddr)
			if !ok {
				continue
			}
			t := namedType(fa.X.Type())
			field := fieldName(fa.X.Type(), fa.Field)
			if t == "" || token.IsExported(field) || !b.tracked(fa.Type()) || !strings.HasPrefix(t, clientgo.Path(b.pkg.Pkg.Path())+".") {
				continue
			}
			param := -1
			switch x := fa.X.(type) {
			case *ssa.Alloc:
				continue // an object of its own
			case *ssa.Parameter:
				if fn.Parent() == nil {
					param = slices.Index(fn.Params, x)
				}
			case *ssa.FreeVar, *ssa.UnOp:
				// A closure's captured variable: its function's parameter, most
				// often the receiver. The parent is what can be called.
				if p := root(fn); p != nil {
					for i, q := range p.Params {
						if namedType(q.Type()) == t {
							param = i
							break
						}
					}
					if param < 0 && makes(p, t) {
						continue
					}
				}
			}
			if b.touchers[t] == nil {
				b.touchers[t] = make(map[string]toucher)
			}
			if old, dup := b.touchers[t][who]; !dup || param < old.Param {
				b.touchers[t][who] = toucher{Fn: who, Param: param}
			}
		}
	}
}

// makes reports whether a function allocates an object of type t.
func makes(fn *ssa.Function, t string) bool {
	for _, blk := range fn.Blocks {
		for _, ins := range blk.Instrs {
			if a, ok := ins.(*ssa.Alloc); ok && namedType(a.Type()) == t {
				return true
			}
		}
	}
	return false
}

func root(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

func (b *builder) finishTypes() {
	for t, who := range b.touchers {
		info := b.types[t]
		if info == nil {
			info = &typeInfo{Name: t}
			b.types[t] = info
		}
		for _, tc := range who {
			info.Touchers = append(info.Touchers, tc)
		}
		slices.SortFunc(info.Touchers, func(x, y toucher) int { return strings.Compare(x.Fn, y.Fn) })
	}
	for _, info := range b.types {
		slices.Sort(info.Methods)
	}
}

// constKey returns the text of a constant argument that names a resource: a
// structure literal of constants, or a package variable that is one.
func constKey(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value != nil && v.Value.Kind() == constant.String {
			return constant.StringVal(v.Value)
		}
	case *ssa.UnOp:
		if g, ok := v.X.(*ssa.Global); ok && v.Op == token.MUL {
			return clientgo.Path(g.Pkg.Pkg.Path()) + "." + g.Name()
		}
		if a, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL {
			return literalKey(a)
		}
	case *ssa.Call:
		// schema.GroupVersion.WithResource("x") on a constant.
		if fn := v.Call.StaticCallee(); fn != nil && fn.Name() == "WithResource" && len(v.Call.Args) == 2 {
			recv, res := constKey(v.Call.Args[0]), constKey(v.Call.Args[1])
			if recv != "" && res != "" {
				return recv + "/" + res
			}
		}
	}
	return ""
}

// literalKey joins the constant fields that are stored into a local structure.
func literalKey(a *ssa.Alloc) string {
	st, ok := a.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
	if !ok || a.Referrers() == nil {
		return ""
	}
	parts := make([]string, st.NumFields())
	for _, ref := range *a.Referrers() {
		fa, ok := ref.(*ssa.FieldAddr)
		if !ok || fa.Referrers() == nil {
			continue
		}
		for _, use := range *fa.Referrers() {
			if s, ok := use.(*ssa.Store); ok {
				c := constKey(s.Val)
				if c == "" && !isEmptyString(s.Val) || parts[fa.Field] != "" {
					return ""
				}
				parts[fa.Field] = c
			}
		}
	}
	return strings.Join(parts, "/")
}

func isEmptyString(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.String && constant.StringVal(c.Value) == ""
}
