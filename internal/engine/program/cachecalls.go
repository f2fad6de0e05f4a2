package program

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ctrlruntime"
	"github.com/informerlint/informerlint/internal/engine/cachecall"
	"github.com/informerlint/informerlint/internal/engine/ir"

	"github.com/informerlint/informerlint/internal/ssautil"
)

// cacheTracked says whether a type may lead to one of controller-runtime's
// caches, where the type alone decides that.
func cacheTracked(t types.Type) (tracked, known bool) {
	if ctrlruntime.RoleOf(t) != ctrlruntime.None {
		return true, true
	}
	if named, ok := t.(*types.Named); ok && named.Obj().Pkg() != nil {
		if ctrlruntime.ClientOptions(t) {
			return true, true
		}
		return false, clientgo.IsRoot(named.Obj().Pkg().Path())
	}
	return false, false
}

// called reports whether a parameter is a function that is called: it may be a
// literal that reads.
func called(p *ssa.Parameter) bool {
	if _, ok := p.Type().Underlying().(*types.Signature); !ok {
		return false
	}
	return slices.ContainsFunc(*p.Referrers(), func(r ssa.Instruction) bool {
		call, ok := r.(*ssa.Call)
		return ok && call.Call.Value == p
	})
}

// concerned reports whether a declared function, or a literal in it, has a
// value of a type that leads to a cache for certain, or runs a function that it
// gets. Others need no program: what is handed to them in an interface leaves.
func (b *builder) concerned(bodies []*ssa.Function) bool {
	for _, fn := range bodies {
		for _, p := range fn.Params {
			if b.leadsToCache(p.Type()) || called(p) {
				return true
			}
		}
		for _, blk := range fn.Blocks {
			for _, ins := range blk.Instrs {
				if v, ok := ins.(ssa.Value); ok && b.leadsToCache(v.Type()) {
					return true
				}
			}
		}
	}
	return false
}

func (b *builder) leadsToCache(t types.Type) bool {
	t = types.Unalias(t)
	if v, ok := b.leads[t]; ok {
		return v
	}
	b.leads[t] = false // a type that leads to itself
	v := b.leadsFrom(t)
	b.leads[t] = v
	return v
}

func (b *builder) leadsFrom(t types.Type) bool {
	if ctrlruntime.RoleOf(t) != ctrlruntime.None {
		return true
	}
	if named, ok := t.(*types.Named); ok && named.Obj().Pkg() != nil {
		if path := clientgo.Path(named.Obj().Pkg().Path()); clientgo.Std(path) || clientgo.Modelled(path) {
			return false
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return b.leadsToCache(u.Elem())
	case *types.Slice:
		return b.leadsToCache(u.Elem())
	case *types.Array:
		return b.leadsToCache(u.Elem())
	case *types.Chan:
		return b.leadsToCache(u.Elem())
	case *types.Map:
		return b.leadsToCache(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if b.leadsToCache(f.Type()) {
				return true
			}
		}
	case *types.Tuple:
		for v := range u.Variables() {
			if b.leadsToCache(v.Type()) {
				return true
			}
		}
	}
	return false
}

// onlyConcerned leaves the functions that concern caches.
func (b *builder) onlyConcerned(all []*ssa.Function) []*ssa.Function {
	bodies := make(map[*ssa.Function][]*ssa.Function)
	for _, fn := range all {
		bodies[ssautil.Outermost(fn)] = append(bodies[ssautil.Outermost(fn)], fn)
	}
	b.concern = make(map[*ssa.Function]bool)
	for top, list := range bodies {
		b.concern[top] = b.concerned(list)
	}
	var out []*ssa.Function
	for _, fn := range all {
		if b.concern[ssautil.Outermost(fn)] {
			out = append(out, fn)
		}
	}
	return out
}

// cacheConversion emits what a change of an interface's type does to a cache:
// as a client.Reader it only reads, and who asks what is behind a client may
// start that.
func (f *fnBuilder) cacheConversion(ins ssa.Instruction, dst ir.Reg) bool {
	var x ssa.Value
	var to types.Type
	op := clientgo.OpReader
	name := ""
	switch ins := ins.(type) {
	case *ssa.ChangeInterface:
		x, to = ins.X, ins.Type()
	case *ssa.TypeAssert:
		x, to = ins.X, ins.AssertedType
		if ctrlruntime.RoleOf(x.Type()) == ctrlruntime.None {
			return false
		}
		if ins.CommaOk || ctrlruntime.CanStart(to) && !ctrlruntime.CanStart(x.Type()) {
			op = clientgo.OpBehind
			if ctrlruntime.CanStart(to) {
				name = "Start"
			}
		}
		if r, ok := f.tuple[ins]; ok {
			dst = r[0]
		}
	default:
		return false
	}
	narrows := ctrlruntime.RoleOf(x.Type()).Holder() && types.IsInterface(to) && !ctrlruntime.CanStart(to)
	if f.val(x) == ir.NoReg || op == clientgo.OpReader && (!narrows || dst == ir.NoReg) {
		return false
	}
	i := newInstr(ir.OpProto)
	i.Proto, i.A, i.Name, i.Results = op, f.val(x), name, []ir.Reg{dst}
	f.emit(i, ins.Pos())
	return true
}

// cacheCall emits what a call does to a cache of controller-runtime; false if
// it is none of controller-runtime's.
func (f *fnBuilder) cacheCall(ins ssa.CallInstruction, c *ssa.CallCommon, i ir.Instr, pos token.Pos) bool {
	i.Op = ir.OpProto
	if c.IsInvoke() {
		op := ctrlruntime.OpOf(c.Method)
		if op == clientgo.OpNone {
			return false
		}
		f.leave(c.Args, pos)
		i.Proto, i.A, i.Name, i.Args = op, f.val(c.Value), c.Method.Name(), f.vals(c.Args)
		switch op {
		case clientgo.OpLook:
			if ctrlruntime.ReadsLive(c.Method) {
				f.otherClient(i.Results, pos)
			}
			return true
		case clientgo.OpReadKind:
			i.Key = readKey(c)
		case clientgo.OpRegisterKind:
			if len(c.Args) > 1 {
				i.Key = kindKey(c.Args[1])
			}
		}
		if i.A != ir.NoReg && !cachecall.Live(c.Value) {
			f.emit(i, pos)
		}
		return true
	}
	obj := cachecall.Called(c)
	if obj == nil || obj.Pkg() == nil || !ctrlruntime.Within(obj.Pkg().Path()) {
		return false
	}
	i.Name = obj.Name()
	switch role := ctrlruntime.Makes(obj); {
	case role != ctrlruntime.None:
		f.newCache(ins, c, i, role, pos)
	case ctrlruntime.Wraps(obj) && len(i.Results) > 0 && i.Results[0] != ir.NoReg:
		m := newInstr(ir.OpMove)
		m.Dst, m.Args = i.Results[0], f.vals(c.Args[:1])
		f.emit(m, pos)
	case ctrlruntime.NewClient(obj) && len(c.Args) > 1 && cachecall.Uncached(c.Args[1]):
		f.otherClient(i.Results, pos)
	case ctrlruntime.NewClient(obj) && len(c.Args) > 1 && f.val(c.Args[1]) != ir.NoReg:
		i.Proto = clientgo.OpClientOf
		i.A = f.readerOf(f.val(c.Args[1]), pos)
		f.emit(i, pos)
	default:
		if call := ins.Value(); call != nil && ctrlruntime.RoleOf(call.Type()) == ctrlruntime.Reader {
			f.otherClient(i.Results, pos) // a fake one, or with functions of somebody's before it
		}
		reads := ctrlruntime.ReadsFirst(obj)
		for k, arg := range c.Args {
			if reads && k+1 < len(c.Args) && ctrlruntime.RoleOf(arg.Type()) == ctrlruntime.Reader {
				read := i
				read.Proto, read.A, read.Args, read.Results, read.Key = clientgo.OpReadKind, f.val(arg), nil, nil, kindKey(c.Args[k+1])
				if read.A != ir.NoReg {
					f.emit(read, pos)
				}
				continue
			}
			if ctrlruntime.RoleOf(arg.Type()) == ctrlruntime.None {
				f.leave([]ssa.Value{arg}, pos)
			} else if r := f.val(arg); r != ir.NoReg {
				keep := newInstr(ir.OpProto)
				keep.Proto, keep.A, keep.Name, keep.Mode = clientgo.OpKeep, r, i.Name, i.Mode
				f.emit(keep, pos)
			}
		}
	}
	return true
}

// otherClient makes a client of its own: where it may be as well, a read is perhaps none
// of a cache.
func (f *fnBuilder) otherClient(results []ir.Reg, pos token.Pos) {
	if len(results) > 0 {
		f.alloc(results[0], ir.OtherClient, pos)
	}
}

// newCache emits a constructor whose options say that its client reads from its
// cache.
func (f *fnBuilder) newCache(ins ssa.CallInstruction, c *ssa.CallCommon, i ir.Instr, role ctrlruntime.Role, pos token.Pos) {
	f.leave(c.Args, pos)
	call, ok := ins.(*ssa.Call)
	if !ok {
		return
	}
	f.made++
	options := cachecall.OptionsOf(call, role)
	if options.Unclear != "" {
		f.unclear = append(f.unclear, Unclear{pos, options.Unclear})
		return
	}
	i.Proto, i.Name = clientgo.OpNewCache, role.String()
	i.Results = i.Results[:min(len(i.Results), 1)]
	switch {
	case role == ctrlruntime.Cache && cachecall.Strict(call):
		i.Key = StrictReads
	case cachecall.MadeForCache(call, role):
		i.Key = MadeForReads
	}
	if len(options.Live) > 0 {
		i.Key += live + strings.Join(options.Live, " ")
	}
	f.emit(i, pos)
}

// What the options of a constructor say, as the Key of its instruction.
const (
	StrictReads  = "strict"   // reads of kinds without an informer fail: it is on purpose who has one
	MadeForReads = "for read" // it is made for its cache, and not for what else a cluster has
)

// live comes before the kinds that the client reads from the API server.
const live = "; live "

// Purpose is what the options of a constructor say, by the Key of its
// instruction.
func Purpose(key string) string {
	key, _, _ = strings.Cut(key, live)
	return key
}

// ReadsLive reports whether the client of what a constructor makes reads a kind
// from the API server, by the Key of its instruction.
func ReadsLive(key, kind string) bool {
	_, kinds, _ := strings.Cut(key, live)
	return slices.Contains(strings.Fields(kinds), kind)
}

// leave lets what is followed go where controller-runtime keeps it.
func (f *fnBuilder) leave(args []ssa.Value, pos token.Pos) {
	esc := newInstr(ir.OpEscape)
	for _, r := range f.vals(args) {
		if r != ir.NoReg {
			esc.Args = append(esc.Args, r)
		}
	}
	if len(esc.Args) > 0 {
		f.emit(esc, pos)
	}
}

// readerOf emits the load of options.Cache.Reader.
func (f *fnBuilder) readerOf(options ir.Reg, pos token.Pos) ir.Reg {
	at := options
	for _, field := range ctrlruntime.ReaderField {
		addr, val := ir.Reg(f.out.Regs), ir.Reg(f.out.Regs+1)
		f.out.Regs += 2
		fa := newInstr(ir.OpField)
		fa.Dst, fa.A, fa.Name = addr, at, field
		f.emit(fa, pos)
		l := newInstr(ir.OpLoad)
		l.Dst, l.A = val, addr
		f.emit(l, pos)
		at = val
	}
	return at
}

// readKey is what a call of Get or List reads, as kindKey; "" if that is not
// known.
func readKey(c *ssa.CallCommon) string {
	i := 2 // Get(ctx, key, obj)
	if c.Method.Name() == "List" {
		i = 1
	}
	if i >= len(c.Args) {
		return ""
	}
	return kindKey(c.Args[i])
}

// kindKey is the form and kind of an object, as "structured Pod"; "" if its
// type does not say.
func kindKey(v ssa.Value) string {
	typ := v.Type()
	if mi, ok := v.(*ssa.MakeInterface); ok {
		typ = mi.X.Type()
	}
	if types.IsInterface(typ) {
		return ""
	}
	return ctrlruntime.Form(typ) + " " + ctrlruntime.Kind(typ)
}

// SplitKind takes the Key of a read apart: the form and kind of the objects.
func SplitKind(key string) (form, kind string) {
	form, kind, _ = strings.Cut(key, " ")
	return form, kind
}

// Seldom is the name of an await that is over only after a long time: a loop around
// it comes again seldom.
const Seldom = "seldom"

// qualify marks what a call is translated to as tentative, if it is, and what lets a
// long time pass.
func (f *fnBuilder) qualify(ins ssa.Instruction, out []ir.Instr) {
	if !f.caches || len(out) == 0 {
		return
	}
	call, calls := ins.(ssa.CallInstruction)
	tentative, seldom := calls && f.calls.Tentative(call), cachecall.Seldom(ins)
	for k := range out {
		out[k].Tentative = out[k].Tentative || tentative
		switch {
		case seldom && out[k].Op == ir.OpAwait:
			out[k].Name = Seldom
		case seldom && out[k].Op == ir.OpRun && out[k].Key == ir.Sure:
			out[k].Key = ir.Seldom
		}
	}
}
