package program

import (
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/answers"
	"github.com/informerlint/informerlint/internal/engine/cachecall"
	"github.com/informerlint/informerlint/internal/engine/condition"
	"github.com/informerlint/informerlint/internal/engine/fields"
	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/ssautil"
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
	fns   map[string]*ir.Fn
	types map[string]*ir.TypeInfo
	// fields: who reaches into the hidden fields of the package's types.
	fields   *fields.Reach
	globals  map[string][]string          // unexported package variable: who refers to it
	callers  map[string][]clientgo.Runner // helpers of other packages that run a function argument
	declared clientgo.Declared            // what the config file says
	marks    Marker                       // what is done to state that handlers fill; nil if nobody asks
	all      []*ssa.Function              // with bodies
	answers  *answers.Package             // about these
	unused   map[*ssa.Function]bool       // of these
	channels map[*types.Var]bool          // see buffers
	asks     *condition.Package           // nil for caches

	// What follows is for programs about controller-runtime's caches.
	caches  bool
	leads   map[types.Type]bool    // see leadsToCache
	concern map[*ssa.Function]bool // declared functions that have programs; see concerned
	calls   *cachecall.Package
	lists   map[*ssa.Global][]*ssa.Function // see registries; nil before anybody asks
	made    int
	unclear []Unclear
}

func newBuilder(fset *token.FileSet, pkg *ssa.Package, table *clientgo.Table) *builder {
	b := &builder{
		table: table, fset: fset, pkg: pkg,
		track: make(map[types.Type]bool), fns: make(map[string]*ir.Fn), types: make(map[string]*ir.TypeInfo),
		globals: make(map[string][]string),
	}
	b.fields = fields.New(pkg, clientgo.Path(pkg.Pkg.Path()), namedType, b.tracked)
	return b
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
	for _, name := range slices.Sorted(maps.Keys(b.pkg.Members)) {
		switch m := b.pkg.Members[name].(type) {
		case *ssa.Function:
			add(m)
		case *ssa.Type:
			b.addMethods(m.Type(), add)
		}
	}
	if b.caches {
		all = b.onlyConcerned(all)
	} else {
		b.asks, b.unused = condition.New(b.table, all, fnKey), ssautil.Unused(all, func(fn *ssa.Function) bool { return b.inTest(fn.Pos()) })
	}
	b.all, b.answers = all, answers.Of(all)
	for _, fn := range all {
		b.fields.Stores(fn)
		b.fields.Fill(fnKey(fn), fn)
		b.function(fn)
	}
	b.fields.Finish(b.types)
	for _, info := range b.types {
		slices.Sort(info.Methods)
	}
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
	if b.caches && !b.tracked(named) {
		for m := range named.Methods() {
			add(b.pkg.Prog.FuncValue(m))
		}
		return
	}
	info := &ir.TypeInfo{Name: namedType(named)}
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

// A fnBuilder translates one function.
type fnBuilder struct {
	*builder
	fn    *ssa.Function
	out   *ir.Fn
	regs  map[ssa.Value]ir.Reg
	tuple map[ssa.Value][]ir.Reg
	pre   []ir.Instr // constants: at the head of the entry block
	cur   []ir.Instr
	ended bool // the block called a function that does not return
}

func (b *builder) translate(key string, fn *ssa.Function) {
	if _, dup := b.fns[key]; dup && fn.Synthetic != "" {
		return
	}
	out := &ir.Fn{Key: key, Local: true, Pos: fn.Pos(), Params: len(fn.Params), Free: len(fn.FreeVars), Unused: b.unused[fn]}
	if obj := fn.Object(); obj != nil {
		out.Exported = obj.Exported()
	}
	if fn.Pos().IsValid() {
		out.File = filepath.Base(b.fset.Position(fn.Pos()).Filename)
		out.Test = b.inTest(fn.Pos())
	}
	n := 0
	for _, blk := range fn.Blocks {
		n += len(blk.Instrs)
	}
	if n > maxInstrs {
		return // no program: a call of it is an escape
	}
	f := &fnBuilder{builder: b, fn: fn, out: out, regs: make(map[ssa.Value]ir.Reg), tuple: make(map[ssa.Value][]ir.Reg)}
	f.parameters()
	// Registers first: a phi may refer to a later value.
	for _, blk := range fn.Blocks {
		for _, ins := range blk.Instrs {
			f.define(ins)
		}
	}
	for _, blk := range fn.Blocks {
		out.Blocks = append(out.Blocks, f.block(blk))
	}
	out.Blocks[0].Instrs = append(f.pre, out.Blocks[0].Instrs...)
	out.MarkLoops()
	b.fns[key] = out
	b.fields.Touch(key, fn)
}

func (b *builder) inTest(pos token.Pos) bool {
	return pos.IsValid() && strings.HasSuffix(b.fset.Position(pos).Filename, "_test.go")
}

// parameters gives registers to parameters and free variables.
func (f *fnBuilder) parameters() {
	for _, p := range f.fn.Params {
		f.parameter(p)
		f.out.ParamTracked = append(f.out.ParamTracked, f.tracked(p.Type()))
		f.out.ParamType = append(f.out.ParamType, namedType(p.Type()))
	}
	for _, v := range f.fn.FreeVars {
		f.parameter(v)
	}
}

func (f *fnBuilder) parameter(v ssa.Value) {
	r := f.newReg()
	if f.tracked(v.Type()) {
		f.regs[v] = r
		f.out.Tracked = true
	}
}

func (f *fnBuilder) block(blk *ssa.BasicBlock) ir.Block {
	f.cur, f.ended = nil, false
	out := ir.Block{NilOf: ir.NoReg, NilSucc: -1, FailSucc: -1}
	f.asked(blk)
	for _, ins := range blk.Instrs {
		if f.fn.Synthetic != "" && f.inTest(ins.Pos()) {
			continue // var _ = Describe("...", func() { ... }): what a test makes it need not start
		}
		after := f.mark(ins)
		from := len(f.cur)
		f.instruction(ins)
		f.qualify(ins, f.cur[from:])
		if f.ended {
			break
		}
		f.cur = append(f.cur, after...)
	}
	if !f.ended {
		for _, s := range blk.Succs {
			out.Succs = append(out.Succs, s.Index)
		}
		out.NilOf, out.NilSucc = f.nilTest(blk)
		out.FailSucc, out.Cond = f.failTest(blk), f.asks.At(blk)
	}
	out.Instrs = f.cur
	return out
}

// define gives a register to the result of an instruction, if it is tracked.
func (f *fnBuilder) define(ins ssa.Instruction) {
	v, ok := ins.(ssa.Value)
	if !ok {
		return
	}
	if t, ok := v.Type().(*types.Tuple); ok {
		regs := make([]ir.Reg, t.Len())
		any := false
		for i := range regs {
			regs[i] = ir.NoReg
			if f.tracked(t.At(i).Type()) {
				regs[i] = f.newReg()
				any = true
			}
		}
		if any {
			f.tuple[v] = regs
		}
		return
	}
	if f.wants(v) {
		f.regs[v] = f.newReg()
	}
}

// wants reports whether the value of an instruction needs a register: its
// type is tracked, or it is an interface made of something tracked, or of
// something whose methods are handed what is tracked.
func (f *fnBuilder) wants(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return f.tracked(v.X.Type()) || f.stands(v)
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

// stands reports whether a value that holds nothing tracked has to be known by
// its type all the same, because an interface that it becomes has a method with
// an informer or a factory among its parameters: without it, a call of that
// method would be taken for one of the other types that arrive there.
func (f *fnBuilder) stands(v *ssa.MakeInterface) bool {
	if f.tracked(v.X.Type()) || namedType(v.X.Type()) == "" {
		return false
	}
	i, ok := v.Type().Underlying().(*types.Interface)
	if !ok {
		return false
	}
	for m := range i.Methods() {
		for p := range m.Signature().Params().Variables() {
			if e, ok := p.Type().Underlying().(*types.Interface); ok && e.Empty() {
				continue // any: log sinks, converters, most of what there is
			}
			if f.tracked(p.Type()) {
				return true
			}
		}
	}
	return false
}

func (f *fnBuilder) emit(ins ir.Instr, pos token.Pos) {
	ins.Pos = pos
	if pos.IsValid() {
		ins.Line = f.fset.Position(pos).Line
	}
	f.cur = append(f.cur, ins)
}

func (f *fnBuilder) newReg() ir.Reg {
	f.out.Regs++
	return ir.Reg(f.out.Regs - 1)
}

func newInstr(op ir.Opcode) ir.Instr {
	return ir.Instr{Op: op, Dst: ir.NoReg, A: ir.NoReg, B: ir.NoReg}
}

// val returns the register of an operand.
func (f *fnBuilder) val(v ssa.Value) ir.Reg {
	if v == nil {
		return ir.NoReg
	}
	if r, ok := f.regs[v]; ok {
		return r
	}
	ins := newInstr(ir.OpFunc)
	switch v := v.(type) {
	case *ssa.Function:
		ins.Name = fnKey(v)
	case *ssa.Global:
		if !f.tracked(v.Type()) {
			return ir.NoReg
		}
		return f.variable(v)
	default:
		return ir.NoReg
	}
	ins.Dst = f.newReg()
	f.regs[v] = ins.Dst
	f.pre = append(f.pre, ins)
	return ins.Dst
}

// variable returns the register of a package variable's address.
func (f *fnBuilder) variable(g *ssa.Global) ir.Reg {
	if r, ok := f.regs[g]; ok {
		return r
	}
	ins := newInstr(ir.OpGlobal)
	ins.Name = clientgo.Path(g.Pkg.Pkg.Path()) + "." + g.Name()
	if g.Pkg == f.pkg && !g.Object().Exported() {
		f.refer(ins.Name)
	}
	ins.Dst = f.newReg()
	f.regs[g] = ins.Dst
	f.pre = append(f.pre, ins)
	return ins.Dst
}

func (f *fnBuilder) refer(global string) {
	who := ir.Outer(f.out.Key)
	if !slices.Contains(f.globals[global], who) {
		f.globals[global] = append(f.globals[global], who)
	}
}

func (f *fnBuilder) vals(vs []ssa.Value) []ir.Reg {
	regs := make([]ir.Reg, len(vs))
	for i, v := range vs {
		regs[i] = f.val(v)
	}
	return regs
}

// nilTest recognises "if x == nil" and "if x != nil" at a block's end, for what
// is tracked and for errors.
func (f *fnBuilder) nilTest(blk *ssa.BasicBlock) (ir.Reg, int) {
	cond, ok := blk.Instrs[len(blk.Instrs)-1].(*ssa.If)
	if !ok {
		return ir.NoReg, -1
	}
	op, ok := cond.Cond.(*ssa.BinOp)
	if !ok || op.Op != token.EQL && op.Op != token.NEQ {
		return ir.NoReg, -1
	}
	x, y := op.X, op.Y
	if c, ok := x.(*ssa.Const); ok && c.IsNil() {
		x, y = y, x
	}
	if c, ok := y.(*ssa.Const); !ok || !c.IsNil() {
		return ir.NoReg, -1
	}
	r := f.val(x)
	if r == ir.NoReg && !types.Identical(x.Type(), types.Universe.Lookup("error").Type()) {
		return ir.NoReg, -1
	}
	if op.Op == token.EQL {
		return r, blk.Succs[0].Index
	}
	return r, blk.Succs[1].Index
}
