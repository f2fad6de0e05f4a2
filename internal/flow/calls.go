package flow

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
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

// sleep is the name of an await that waits for nobody: it may put goroutines in
// order, and never knows whether a cache is synced.
const sleep = "Sleep"

// takesWork is the name of the await of a work queue: it ends as soon as any
// handler has added something.
const takesWork = "Get"

// call translates a call, go or defer.
func (f *fnBuilder) call(ins ssa.CallInstruction, c *ssa.CallCommon, mode callMode) {
	pos := ins.Pos()
	if mode != callPlain {
		pos = c.Pos()
	}
	if mode == callGo {
		pos = ins.Pos()
	}
	results := f.results(ins)
	if bi, ok := c.Value.(*ssa.Builtin); ok {
		f.builtin(bi.Name(), c, mode, results, pos)
		return
	}
	i := newInstr(opCall)
	i.Mode, i.Results = uint8(mode), results
	if c.IsInvoke() {
		recv, name := c.Value, c.Method.Name()
		if isErrorOrContext(recv.Type()) {
			if name == "Err" || name == "Done" || name == "Error" || name == "Value" {
				return
			}
		}
		i.A, i.Name, i.Args = f.val(recv), name, f.vals(c.Args)
		if f.declare(c.Method, i, c, results, mode, pos) {
			return
		}
		if op := f.table.MethodOp(recv.Type(), name); op == clientgo.OpConfigure {
			f.configure(ins, i, name, pos)
			return
		} else if op != clientgo.OpNone {
			if op == clientgo.OpAddHandler && dropsError(ins) {
				i.Callee = droppedError
			}
			f.proto(i, op, recv.Type(), c.Args, c.Signature(), pos)
			return
		}
		i.Callee = calleeInvoke
		if isStore(recv.Type()) {
			switch {
			case name == "Add" || name == "Update" || name == "Replace":
				fill := newInstr(opFill)
				fill.A = i.A
				f.emit(fill, pos)
			case clientgo.Reads(name):
				f.proto(i, clientgo.OpRead, recv.Type(), c.Args, c.Signature(), pos)
			}
			return
		}
		if clientgo.TakesWork(c.Method) && f.reads[outermost(f.fn)] {
			w := newInstr(opAwait)
			w.Mode, w.Name = uint8(mode), takesWork
			f.emit(w, pos)
			return
		}
		if pkg := c.Method.Pkg(); pkg != nil && pkg != f.pkg.Pkg && f.inert(clientgo.Path(pkg.Path()), i.Args, c.Args) {
			return
		}
		f.emit(i, pos)
		return
	}
	i.Args = f.vals(c.Args)
	fn := c.StaticCallee()
	if fn == nil {
		if isCancel(c.Value.Type()) {
			s := newInstr(opSignal)
			s.Mode = uint8(mode)
			f.emit(s, pos)
			return
		}
		i.Callee, i.A = calleeValue, f.val(c.Value)
		f.emit(i, pos)
		return
	}
	if _, ok := c.Value.(*ssa.MakeClosure); ok {
		i.Callee, i.A = calleeValue, f.val(c.Value)
		f.emit(i, pos)
		return
	}
	if fn.Parent() != nil { // a literal without captures, called at once
		i.Name = fnKey(fn)
		f.emit(i, pos)
		return
	}
	obj, ok := fn.Object().(*types.Func)
	if !ok {
		i.Name = fnKey(fn)
		f.emit(i, pos)
		return
	}
	obj = obj.Origin()
	name := clientgo.FuncName(obj)
	path := ""
	if obj.Pkg() != nil {
		path = clientgo.Path(obj.Pkg().Path())
	}
	if f.declare(obj, i, c, results, mode, pos) {
		return
	}
	switch {
	case clientgo.NoReturn(obj):
		f.ended = mode == callPlain
		return
	case clientgo.Awaits(obj):
		if mode != callGo {
			w := newInstr(opAwait)
			w.Mode = uint8(mode)
			if obj.Name() == sleep {
				w.Name = sleep
			}
			f.emit(w, pos)
		}
		return
	case clientgo.Signals(obj):
		s := newInstr(opSignal)
		s.Mode = uint8(mode)
		f.emit(s, pos)
		if anyTracked(i.Args[1:]) { // atomic.Value.Store(factory)
			esc := newInstr(opEscape)
			esc.Args = i.Args[1:]
			f.emit(esc, pos)
		}
		return
	}
	if recv := obj.Signature().Recv(); recv != nil {
		if op := f.table.MethodOp(recv.Type(), obj.Name()); op != clientgo.OpNone && clientgo.Primitive(recv.Type()) {
			i.A, i.Args = i.Args[0], i.Args[1:]
			if op == clientgo.OpConfigure {
				f.configure(ins, i, obj.Name(), pos)
				return
			}
			if op == clientgo.OpAddHandler && dropsError(ins) {
				i.Callee = droppedError
			}
			f.proto(i, op, recv.Type(), c.Args[1:], c.Signature(), pos)
			return
		}
	} else if op := f.table.FuncOp(obj); op != clientgo.OpNone {
		i.Name = obj.Name()
		f.proto(i, op, nil, c.Args, c.Signature(), pos)
		return
	}
	runs := clientgo.RunnersOf(obj)
	if runs == nil {
		runs = f.callers[name]
	}
	if runs != nil {
		f.runners(runs, i.Args, obj.Signature().Recv() != nil, mode, pos)
		return
	}
	if h, ok := clientgo.HolderOf(obj); ok {
		f.holder(h, i, results, pos)
		return
	}
	i.Name = methodKey(obj)
	if f.inert(path, i.Args, c.Args) || clientgo.Modelled(path) && isListerConstructor(obj.Name()) {
		return
	}
	local := fn.Pkg == f.pkg
	if !local && !anyTracked(i.Args) && !anyTracked(results) {
		return // it cannot see anything of ours, but for globals of its own
	}
	f.emit(i, pos)
}

// inert reports whether a call into the package at path can neither call nor
// keep its arguments.
func (f *fnBuilder) inert(path string, args []reg, values []ssa.Value) bool {
	return quiet[path] && !takesFunc(values) || (isStd(path) || clientgo.Modelled(path)) && !anyTracked(args)
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

// isListerConstructor: NewPodLister(indexer) reads the store, no more.
func isListerConstructor(name string) bool {
	return strings.HasPrefix(name, "New") && strings.HasSuffix(name, "Lister")
}

func (f *fnBuilder) results(ins ssa.CallInstruction) []reg {
	v, ok := ins.(ssa.Value)
	if !ok {
		return nil
	}
	if r, ok := f.tuple[v]; ok {
		return r
	}
	if r, ok := f.regs[v]; ok {
		return []reg{r}
	}
	return nil
}

// proto emits a primitive of the protocol.
func (f *fnBuilder) proto(i instr, op clientgo.Op, recv types.Type, args []ssa.Value, sig *types.Signature, pos token.Pos) {
	i.Op, i.Proto = opProto, op
	switch op {
	case clientgo.OpGroup, clientgo.OpVersion:
		if recv == nil && len(i.Args) > 0 { // core.New(factory, namespace, tweak)
			i.A = i.Args[0]
		}
	case clientgo.OpAccessor:
		i.Key = clientgo.Resource(sig.Results().At(0).Type())
	case clientgo.OpInformer, clientgo.OpLister:
		i.Key = clientgo.Resource(recv)
	case clientgo.OpForResource:
		i.Key = "?" + constKey(args[0])
	case clientgo.OpInformerFor:
		i.Key = objectKey(args[0])
	case clientgo.OpNewFactory, clientgo.OpNewInformer:
		f.out.birth = true
		i.Key = ""
		if op == clientgo.OpNewInformer {
			i.Key = made(i.Name, args)
		}
		// Results that are not informers (the store of cache.NewInformer)
		// share the informer's fate but cannot run it.
		for k := range i.Results {
			if i.Results[k] != noReg && !f.table.RoleOf(sig.Results().At(k).Type()).Runs() {
				i.Results[k] = noReg
			}
		}
	case clientgo.OpLook:
		return
	case clientgo.OpRead, clientgo.OpNarrow:
		if !f.reads[outermost(f.fn)] {
			return
		}
		i.Args = nil
		if op == clientgo.OpRead {
			i.Results = nil
		}
	}
	f.emit(i, pos)
	if op == clientgo.OpAddHandler || op == clientgo.OpNewInformer || op == clientgo.OpInformerFor || op == clientgo.OpNewFactory {
		// Handlers and constructors get functions that run later.
		esc := newInstr(opRun)
		esc.Mode = uint8(clientgo.Later)
		for _, r := range i.Args {
			if r != noReg {
				run := esc
				run.A = r
				f.emit(run, pos)
			}
		}
	}
}

// made is the resource of a stand-alone informer, by the example object that
// the constructor gets or by the constructor's name; "" if neither says.
func made(constructor string, args []ssa.Value) string {
	for _, a := range args {
		if mi, ok := a.(*ssa.MakeInterface); ok {
			if _, isPtr := mi.X.Type().Underlying().(*types.Pointer); isPtr && types.IsInterface(mi.Type()) {
				if key := clientgo.Resource(mi.X.Type()); key != "" && !strings.HasSuffix(key, "ListWatch") {
					return key
				}
			}
		}
	}
	for _, word := range []string{"New", "Filtered", "Typed"} {
		constructor = strings.TrimPrefix(constructor, word)
	}
	return strings.TrimSuffix(strings.TrimSuffix(constructor, "WithOptions"), "Informer")
}

// objectKey is the resource of an object given to InformerFor.
func objectKey(v ssa.Value) string {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		return clientgo.Resource(mi.X.Type())
	}
	return "?"
}

// runners emits what a known function does with its function arguments.
func (f *fnBuilder) runners(runs []clientgo.Runner, args []reg, method bool, mode callMode, pos token.Pos) {
	for _, r := range runs {
		k := r.Param
		if method {
			k++ // Args[0] is the receiver
		}
		if k < 0 || k >= len(args) || args[k] == noReg {
			continue
		}
		i := newInstr(opRun)
		i.A, i.Name, i.Mode = args[k], r.Path, uint8(r.Mode)
		if mode == callGo && (r.Mode == clientgo.Now || r.Mode == clientgo.Once) {
			i.Mode = uint8(clientgo.Concurrent)
		}
		f.emit(i, pos)
	}
}

// holder emits the object that a known constructor returns around a parameter.
func (f *fnBuilder) holder(h clientgo.Holder, i instr, results []reg, pos token.Pos) {
	if h.Result >= len(results) || results[h.Result] == noReg || i.Args[h.Param] == noReg {
		esc := newInstr(opEscape)
		esc.Args = i.Args
		f.emit(esc, pos)
		return
	}
	a := newInstr(opAlloc)
	a.Dst = results[h.Result]
	f.emit(a, pos)
	addr := reg(f.out.Regs)
	f.out.Regs++
	fa := newInstr(opField)
	fa.Dst, fa.A, fa.Name = addr, a.Dst, h.Field
	f.emit(fa, pos)
	cp := newInstr(opCopy)
	cp.A, cp.B = addr, i.Args[h.Param]
	f.emit(cp, pos)
}

func (f *fnBuilder) builtin(name string, c *ssa.CallCommon, mode callMode, results []reg, pos token.Pos) {
	switch name {
	case "append":
		if len(results) == 0 || results[0] == noReg {
			return
		}
		a := newInstr(opAlloc)
		a.Dst = results[0]
		f.emit(a, pos)
		m := newInstr(opMove)
		m.Dst = results[0]
		if r := f.val(c.Args[0]); r != noReg {
			m.Args = append(m.Args, r)
		}
		f.emit(m, pos)
		if r := f.val(c.Args[1]); r != noReg {
			cp := newInstr(opCopy)
			cp.A, cp.B, cp.Name = results[0], r, "[*]"
			f.emit(cp, pos)
		}
	case "copy":
		if d, s := f.val(c.Args[0]), f.val(c.Args[1]); d != noReg && s != noReg {
			cp := newInstr(opCopy)
			cp.A, cp.B, cp.Name = d, s, "[*]"
			f.emit(cp, pos)
		}
	case "close":
		s := newInstr(opSignal)
		s.Mode = uint8(mode)
		f.emit(s, pos)
	}
}
