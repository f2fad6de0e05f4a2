package program

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
const Sleep = "Sleep"

// takesWork is the name of the await of a work queue: it ends as soon as any
// handler has added something.
const TakesWork = "Get"

// call translates a call, go or defer.
func (f *fnBuilder) call(ins ssa.CallInstruction, c *ssa.CallCommon, mode CallMode) {
	pos := ins.Pos()
	if mode != callPlain {
		pos = c.Pos()
	}
	if mode == CallGo {
		pos = ins.Pos()
	}
	results := f.results(ins)
	if bi, ok := c.Value.(*ssa.Builtin); ok {
		f.builtin(bi.Name(), c, mode, results, pos)
		return
	}
	i := newInstr(OpCall)
	i.Mode, i.Results = uint8(mode), results
	if f.caches && f.cacheCall(ins, c, i, pos) {
		return
	}
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
				i.Callee = DroppedError
			}
			f.proto(i, op, recv.Type(), c.Args, c.Signature(), pos)
			return
		}
		i.Callee = CalleeInvoke
		if isStore(recv.Type()) {
			switch {
			case name == "Add" || name == "Update" || name == "Replace":
				fill := newInstr(OpFill)
				fill.A = i.A
				f.emit(fill, pos)
			case clientgo.Reads(name):
				f.proto(i, clientgo.OpRead, recv.Type(), c.Args, c.Signature(), pos)
			}
			return
		}
		if clientgo.TakesWork(c.Method) && f.reads[outermost(f.Fn)] {
			w := newInstr(OpAwait)
			w.Mode, w.Name = uint8(mode), TakesWork
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
			s := newInstr(OpSignal)
			s.Mode = uint8(mode)
			f.emit(s, pos)
			return
		}
		i.Callee, i.A = CalleeValue, f.val(c.Value)
		f.emit(i, pos)
		return
	}
	if _, ok := c.Value.(*ssa.MakeClosure); ok {
		i.Callee, i.A = CalleeValue, f.val(c.Value)
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
		if mode != CallGo {
			w := newInstr(OpAwait)
			w.Mode = uint8(mode)
			if obj.Name() == Sleep {
				w.Name = Sleep
			}
			f.emit(w, pos)
		}
		return
	case clientgo.Signals(obj):
		s := newInstr(OpSignal)
		s.Mode = uint8(mode)
		f.emit(s, pos)
		if AnyTracked(i.Args[1:]) { // atomic.Value.Store(factory)
			esc := newInstr(OpEscape)
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
				i.Callee = DroppedError
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
	if !local && !AnyTracked(i.Args) && !AnyTracked(results) {
		return // it cannot see anything of ours, but for globals of its own
	}
	f.emit(i, pos)
}

// inert reports whether a call into the package at path can neither call nor
// keep its arguments.
func (f *fnBuilder) inert(path string, args []Reg, values []ssa.Value) bool {
	return quiet[path] && !takesFunc(values) || (isStd(path) || clientgo.Modelled(path)) && !AnyTracked(args)
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

func (f *fnBuilder) results(ins ssa.CallInstruction) []Reg {
	v, ok := ins.(ssa.Value)
	if !ok {
		return nil
	}
	if r, ok := f.tuple[v]; ok {
		return r
	}
	if r, ok := f.regs[v]; ok {
		return []Reg{r}
	}
	return nil
}

// runners emits what a known function does with its function arguments.
func (f *fnBuilder) runners(runs []clientgo.Runner, args []Reg, method bool, mode CallMode, pos token.Pos) {
	for _, r := range runs {
		k := r.Param
		if method {
			k++ // Args[0] is the receiver
		}
		if k < 0 || k >= len(args) || args[k] == NoReg {
			continue
		}
		i := newInstr(OpRun)
		i.A, i.Name, i.Mode = args[k], r.Path, uint8(r.Mode)
		if mode == CallGo && (r.Mode == clientgo.Now || r.Mode == clientgo.Once) {
			i.Mode = uint8(clientgo.Concurrent)
		}
		f.emit(i, pos)
	}
}

// holder emits the object that a known constructor returns around a parameter.
func (f *fnBuilder) holder(h clientgo.Holder, i Instr, results []Reg, pos token.Pos) {
	if h.Result >= len(results) || results[h.Result] == NoReg || i.Args[h.Param] == NoReg {
		esc := newInstr(OpEscape)
		esc.Args = i.Args
		f.emit(esc, pos)
		return
	}
	a := newInstr(OpAlloc)
	a.Dst = results[h.Result]
	f.emit(a, pos)
	addr := Reg(f.out.Regs)
	f.out.Regs++
	fa := newInstr(OpField)
	fa.Dst, fa.A, fa.Name = addr, a.Dst, h.Field
	f.emit(fa, pos)
	cp := newInstr(OpCopy)
	cp.A, cp.B = addr, i.Args[h.Param]
	f.emit(cp, pos)
}

func (f *fnBuilder) builtin(name string, c *ssa.CallCommon, mode CallMode, results []Reg, pos token.Pos) {
	switch name {
	case "append":
		if len(results) == 0 || results[0] == NoReg {
			return
		}
		a := newInstr(OpAlloc)
		a.Dst = results[0]
		f.emit(a, pos)
		m := newInstr(OpMove)
		m.Dst = results[0]
		if r := f.val(c.Args[0]); r != NoReg {
			m.Args = append(m.Args, r)
		}
		f.emit(m, pos)
		if r := f.val(c.Args[1]); r != NoReg {
			cp := newInstr(OpCopy)
			cp.A, cp.B, cp.Name = results[0], r, "[*]"
			f.emit(cp, pos)
		}
	case "copy":
		if d, s := f.val(c.Args[0]), f.val(c.Args[1]); d != NoReg && s != NoReg {
			cp := newInstr(OpCopy)
			cp.A, cp.B, cp.Name = d, s, "[*]"
			f.emit(cp, pos)
		}
	case "close":
		s := newInstr(OpSignal)
		s.Mode = uint8(mode)
		f.emit(s, pos)
	}
}
