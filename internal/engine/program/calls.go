package program

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/answers"
	"github.com/informerlint/informerlint/internal/engine/cachecall"
	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// quiet are packages whose functions neither keep nor call what they are
// given: printing and formatting, errors, plain data.
var quiet = map[string]bool{
	"fmt": true, "log": true, "log/slog": true, "errors": true, "strings": true, "strconv": true, "os": true, "time": true,
	"path": true, "path/filepath": true, "bytes": true, "unicode": true, "math": true,
	"k8s.io/klog": true, "k8s.io/klog/v2": true, "github.com/golang/glog": true, "github.com/sirupsen/logrus": true,
	"go.uber.org/zap": true, "github.com/pkg/errors": true, "github.com/go-logr/logr": true,
	"k8s.io/apimachinery/pkg/util/runtime": true, "k8s.io/apimachinery/pkg/util/sets": true,
}

// Sleep is the name of an await that waits for nobody: it may put goroutines in
// order, and never knows whether a cache is synced.
const Sleep = "Sleep"

// Foreign is the name of an await that is a call into another package: it may
// take its time, but is not known to wait for anybody.
const Foreign = "other"

// TakesWork is the name of the await of a work queue: it ends as soon as any
// handler has added something.
const TakesWork = "Get"

// A site is a call, go or defer that is translated.
type site struct {
	ins     ssa.CallInstruction
	call    *ssa.CallCommon
	mode    ir.CallMode
	results []ir.Reg
	pos     token.Pos
}

// call translates a call, go or defer.
func (f *fnBuilder) call(ins ssa.CallInstruction, mode ir.CallMode) {
	s := &site{ins: ins, call: ins.Common(), mode: mode, results: f.results(ins), pos: ins.Pos()}
	if mode == ir.CallDefer {
		s.pos = s.call.Pos()
	}
	if bi, ok := s.call.Value.(*ssa.Builtin); ok {
		f.builtin(bi.Name(), s)
		return
	}
	i := newInstr(ir.OpCall)
	i.Mode, i.Results = uint8(mode), s.results
	if f.caches && f.cacheCall(ins, s.call, i, s.pos) {
		return
	}
	if s.call.IsInvoke() {
		f.invoke(s, i)
		return
	}
	i.Args = f.vals(s.call.Args)
	fn := s.call.StaticCallee()
	_, closure := s.call.Value.(*ssa.MakeClosure)
	switch {
	case fn == nil && isCancel(s.call.Value.Type()):
		f.signal(s)
	case fn == nil || closure:
		i.Callee, i.A = ir.CalleeValue, f.val(s.call.Value)
		f.emit(i, s.pos)
	default:
		if obj, ok := fn.Object().(*types.Func); ok && fn.Parent() == nil {
			f.static(s, i, fn, obj.Origin())
			return
		}
		i.Name = fnKey(fn) // a literal without captures, called at once
		f.emit(i, s.pos)
	}
}

func (f *fnBuilder) signal(s *site) {
	i := newInstr(ir.OpSignal)
	i.Mode = uint8(s.mode)
	f.emit(i, s.pos)
}

func (f *fnBuilder) await(s *site, name string) {
	i := newInstr(ir.OpAwait)
	i.Mode, i.Name = uint8(s.mode), name
	f.emit(i, s.pos)
}

// escape lets registers go where they cannot be followed.
func (f *fnBuilder) escape(regs []ir.Reg, pos token.Pos) {
	i := newInstr(ir.OpEscape)
	i.Args = regs
	f.emit(i, pos)
}

// invoke translates the call of an interface's method.
func (f *fnBuilder) invoke(s *site, i ir.Instr) {
	recv, method := s.call.Value, s.call.Method
	name := method.Name()
	if isErrorOrContext(recv.Type()) {
		if name == "Err" || name == "Done" || name == "Error" || name == "Value" {
			return
		}
	}
	i.A, i.Name, i.Args = f.val(recv), name, f.vals(s.call.Args)
	if f.declare(method, i, s) {
		return
	}
	if op := f.table.MethodOp(recv.Type(), name); op != clientgo.OpNone {
		f.primitive(s, i, op, name, recv.Type(), s.call.Args)
		return
	}
	i.Callee = ir.CalleeInvoke
	if clientgo.Unlike(recv.Type(), method) {
		i.Key = ir.Unlike
	}
	switch {
	case isStore(recv.Type()):
		if name == "Add" || name == "Update" || name == "Replace" {
			fill := newInstr(ir.OpFill)
			fill.A = i.A
			f.emit(fill, s.pos)
		} else if clientgo.Reads(name) {
			f.primitive(s, i, clientgo.OpRead, name, recv.Type(), s.call.Args)
		}
	case clientgo.TakesWork(method) && !f.caches:
		f.await(s, TakesWork)
	default:
		if pkg := method.Pkg(); pkg != nil && pkg != f.pkg.Pkg && f.inert(method, i.Args, s.call.Args) {
			if f.caches && s.mode == ir.CallPlain && cachecall.ForeignCall(method) == cachecall.Foreign {
				f.await(s, Foreign)
			}
			return
		}
		f.emit(i, s.pos)
	}
}

// static translates the call of a declared function or method.
func (f *fnBuilder) static(s *site, i ir.Instr, fn *ssa.Function, obj *types.Func) {
	if f.declare(obj, i, s) || f.modelled(s, i, obj) || f.cloned(s, obj) || f.caches && f.begins(s, i, obj) {
		return
	}
	i.Name = methodKey(obj)
	if f.caches && f.unrelated(s, i, fn) {
		return
	}
	if clientgo.MakesLister(obj) {
		f.listerOf(i, s)
		return
	}
	if f.inert(obj, i.Args, s.call.Args) {
		return
	}
	local := fn.Pkg == f.pkg || f.marks != nil && fn.Origin() != nil && fn.Origin().Pkg == f.pkg
	if !local && !ir.AnyTracked(i.Args) && !ir.AnyTracked(i.Results) {
		return // it cannot see anything of ours, but for globals of its own
	}
	if f.caches && fn.Pkg == f.pkg && !f.concern[fn] && s.mode == ir.CallPlain && f.calls.Waits(fn) == cachecall.Waits {
		f.await(s, "") // it has no program that could say so
	}
	f.emit(i, s.pos)
}

// unrelated translates a call that gets and gives nothing that leads to a cache:
// all that matters is whether it waits. It is false if that has to be followed.
func (f *fnBuilder) unrelated(s *site, i ir.Instr, fn *ssa.Function) bool {
	if ir.AnyTracked(i.Args) || s.mode != ir.CallPlain {
		return false
	}
	if ir.AnyTracked(i.Results) && (fn.Pkg != f.pkg || f.concern[fn]) {
		return false // what concerns no cache gives none, whatever its type may hold
	}
	if fn.Pkg == f.pkg {
		switch f.calls.Waits(fn) {
		case cachecall.Waits:
			return false
		case cachecall.Foreign:
			f.await(s, Foreign)
		}
		return true
	}
	switch f.calls.Outside(fn) {
	case cachecall.Waits:
		f.await(s, "")
	case cachecall.Foreign:
		f.await(s, Foreign)
	}
	return true
}

// modelled translates the call of a function that a table of internal/clientgo
// knows; false if none does.
func (f *fnBuilder) modelled(s *site, i ir.Instr, obj *types.Func) bool {
	switch {
	case clientgo.NoReturn(obj):
		f.ended = s.mode == ir.CallPlain
		return true
	case clientgo.Awaits(obj):
		if name := ""; s.mode != ir.CallGo {
			if obj.Name() == Sleep {
				name = Sleep
			}
			f.await(s, name)
		}
		return true
	case clientgo.Signals(obj):
		f.signal(s)
		if ir.AnyTracked(i.Args[1:]) { // atomic.Value.Store(factory)
			f.escape(i.Args[1:], s.pos)
		}
		return true
	}
	recv := obj.Signature().Recv()
	if recv != nil {
		if op := f.table.MethodOp(recv.Type(), obj.Name()); op != clientgo.OpNone && clientgo.Primitive(recv.Type()) {
			i.A, i.Args = i.Args[0], i.Args[1:]
			f.primitive(s, i, op, obj.Name(), recv.Type(), s.call.Args[1:])
			return true
		}
	} else if op := f.table.FuncOp(obj); op != clientgo.OpNone {
		i.Name = obj.Name()
		f.primitive(s, i, op, obj.Name(), nil, s.call.Args)
		return true
	}
	runs := clientgo.RunnersOf(obj)
	sure := f.caches && runs != nil
	if runs == nil {
		runs = f.callers[clientgo.FuncName(obj)]
	}
	if runs != nil {
		if clientgo.FuncName(obj) == clientgo.GroupGo && ssautil.MayCall(s.call.Args[0], clientgo.GroupLimit) {
			f.await(s, "") // until another of the group has ended
		}
		from := len(f.cur)
		f.runners(runs, i.Args, recv != nil, s)
		f.polled(obj, runs, i.Args, s)
		for k := from; sure && k < len(f.cur); k++ {
			if f.cur[k].Op == ir.OpRun && clientgo.SurelyRuns(obj) {
				f.cur[k].Key = ir.Sure
			}
		}
		return true
	}
	if h, ok := clientgo.HolderOf(obj); ok {
		f.holder(h, i, s)
		return true
	}
	return false
}

// inert reports whether a call of obj can neither call nor keep its arguments.
func (f *fnBuilder) inert(obj *types.Func, args []ir.Reg, values []ssa.Value) bool {
	path := ""
	if obj.Pkg() != nil {
		path = clientgo.Path(obj.Pkg().Path())
	}
	return clientgo.Computes(obj) || quiet[path] && !takesFunc(values) || (clientgo.Std(path) || clientgo.Modelled(path)) && !ir.AnyTracked(args)
}

func takesFunc(values []ssa.Value) bool {
	return slices.ContainsFunc(values, func(v ssa.Value) bool {
		_, ok := v.Type().Underlying().(*types.Signature)
		return ok
	})
}

// isCancel: a context's cancel function tells others to stop; it waits for
// nobody.
func isCancel(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context"
}

func isErrorOrContext(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	return n.Obj().Pkg() == nil || n.Obj().Pkg().Path() == "context"
}

// isStore: cache.Store and cache.Indexer. A store that is filled by hand is
// right without any informer running.
func isStore(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && clientgo.IsRoot(n.Obj().Pkg().Path()) && (n.Obj().Name() == "Store" || n.Obj().Name() == "Indexer")
}

// listerOf emits that a call makes a lister of a store.
func (f *fnBuilder) listerOf(i ir.Instr, s *site) {
	if len(i.Args) == 1 && i.Args[0] != ir.NoReg && ir.AnyTracked(i.Results) && !f.caches {
		i.Op, i.Proto, i.A, i.Args = ir.OpProto, clientgo.OpNarrow, i.Args[0], nil
		f.emit(i, s.pos)
	}
}

func (f *fnBuilder) results(ins ssa.CallInstruction) []ir.Reg {
	v, ok := ins.(ssa.Value)
	if !ok {
		return nil
	}
	if r, ok := f.tuple[v]; ok {
		return r
	}
	if r, ok := f.regs[v]; ok {
		return []ir.Reg{r}
	}
	return nil
}

// runners emits what a known function does with its function arguments.
func (f *fnBuilder) runners(runs []clientgo.Runner, args []ir.Reg, method bool, s *site) {
	for _, r := range runs {
		k := r.Param
		if method {
			k++ // Args[0] is the receiver
		}
		if k < 0 || k >= len(args) || args[k] == ir.NoReg {
			continue
		}
		i := newInstr(ir.OpRun)
		i.A, i.Name, i.Mode = args[k], r.Path, uint8(r.Mode)
		if method && r.Mode == clientgo.Once {
			i.B = f.onceOf(s.call.Args[0], s.pos)
		}
		if s.mode == ir.CallGo && (r.Mode == clientgo.Now || r.Mode == clientgo.Once || r.Mode == clientgo.Single) {
			if i.Mode = uint8(clientgo.Concurrent); r.Mode == clientgo.Now {
				i.Callee = ir.Again
			}
		}
		f.emit(i, s.pos)
	}
}

// holder emits the object that a known constructor returns around a parameter.
func (f *fnBuilder) holder(h clientgo.Holder, i ir.Instr, s *site) {
	if h.Result >= len(s.results) || s.results[h.Result] == ir.NoReg || i.Args[h.Param] == ir.NoReg {
		f.escape(i.Args, s.pos)
		return
	}
	a := newInstr(ir.OpAlloc)
	a.Dst = s.results[h.Result]
	f.emit(a, s.pos)
	addr := f.newReg()
	fa := newInstr(ir.OpField)
	fa.Dst, fa.A, fa.Name = addr, a.Dst, h.Field
	f.emit(fa, s.pos)
	cp := newInstr(ir.OpCopy)
	cp.A, cp.B = addr, i.Args[h.Param]
	f.emit(cp, s.pos)
}

func (f *fnBuilder) builtin(name string, s *site) {
	results, args := s.results, s.call.Args
	switch name {
	case "append":
		if len(results) == 0 || results[0] == ir.NoReg {
			return
		}
		first := f.val(args[0])
		if answers.Apart(s.ins) {
			f.list(s)
			f.elements(results[0], first, s.pos)
		} else {
			f.list(s, first)
		}
		f.elements(results[0], f.val(args[1]), s.pos)
	case "copy":
		f.elements(f.val(args[0]), f.val(args[1]), s.pos)
	case "close":
		f.signal(s)
	}
}

// cloned translates a call of slices.Clone.
func (f *fnBuilder) cloned(s *site, obj *types.Func) bool {
	if name := clientgo.FuncName(obj); name != "slices.Clone" && name != "golang.org/x/exp/slices.Clone" {
		return false
	}
	if s.mode != ir.CallPlain || len(s.results) == 0 || s.results[0] == ir.NoReg {
		return false
	}
	f.list(s)
	f.elements(s.results[0], f.val(s.call.Args[0]), s.pos)
	return true
}

// list emits that a call returns a new list, or one that it has been given.
func (f *fnBuilder) list(s *site, given ...ir.Reg) {
	a := newInstr(ir.OpAlloc)
	a.Dst = s.results[0]
	f.emit(a, s.pos)
	m := newInstr(ir.OpMove)
	m.Dst = s.results[0]
	for _, r := range given {
		if r != ir.NoReg {
			m.Args = append(m.Args, r)
		}
	}
	f.emit(m, s.pos)
}

// elements makes those of one container elements of another.
func (f *fnBuilder) elements(to, from ir.Reg, pos token.Pos) {
	if to == ir.NoReg || from == ir.NoReg {
		return
	}
	cp := newInstr(ir.OpCopy)
	cp.A, cp.B, cp.Name = to, from, "[*]"
	f.emit(cp, pos)
}
