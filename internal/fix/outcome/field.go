package outcome

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/blocking"
	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A field that an edit adds is read by whoever asks the value, in any goroutine. Where
// the function that fills it runs beside those, in a goroutine of its own, that is a
// race which was not there.

// maxCallers is how many callers are gone up from a function.
const maxCallers = 4

// racy reports whether a field that only an edited file has is filled beside its
// readers.
func (w *whole) racy(is *look) bool {
	return slices.ContainsFunc(is.functions, func(f *function) bool {
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				store, ok := instr.(*ssa.Store)
				if !ok {
					continue
				}
				fa, ok := store.Addr.(*ssa.FieldAddr)
				if ok && w.added(fa) && !made(fa.X) && w.beside(f.Function, 0) {
					return true
				}
			}
		}
		return false
	})
}

// added: the structure has no such field without the edit.
func (w *whole) added(fa *ssa.FieldAddr) bool {
	named, ok := types.Unalias(ssautil.Deref(fa.X.Type())).(*types.Named)
	if !ok {
		return false
	}
	old, ok := w.pass.Pkg.Scope().Lookup(named.Obj().Name()).(*types.TypeName)
	if !ok || named.Obj().Pkg().Path() != w.pass.Pkg.Path() {
		return false
	}
	st, ok := old.Type().Underlying().(*types.Struct)
	name := ssautil.FieldName(fa.X.Type(), fa.Field)
	return ok && !slices.ContainsFunc(slices.Collect(st.Fields()), func(f *types.Var) bool { return f.Name() == name })
}

// made: the function has made what a value points to, or got it from who has.
func made(v ssa.Value) bool {
	root, own := blocking.Place(v)
	return own || root.OfCall()
}

// beside: a function runs in a goroutine that was begun with a value from outside, or
// one of its callers does. What nobody in the package calls and blocks is taken to be
// begun so.
func (w *whole) beside(fn *ssa.Function, deep int) bool {
	if deep > maxCallers {
		return true
	}
	calls := w.calls()[fn.String()]
	for _, call := range calls {
		if call == nil {
			return true // by somebody who begins goroutines
		}
		if _, goes := call.(*ssa.Go); goes {
			return true
		}
		if recv := blocking.Receiver(call.Common()); recv != nil && made(recv) {
			continue
		}
		if w.beside(call.Parent(), deep+1) {
			return true
		}
	}
	obj := ssautil.Object(fn)
	if len(calls) > 0 || obj == nil || !obj.Exported() || obj.Signature().Recv() == nil {
		return false
	}
	waits, _ := blocking.Awaits(fn)
	return waits
}

// calls are the calls of each function of the package, by its name; nil for one by
// somebody who runs what he is given in a goroutine.
func (w *whole) calls() map[string][]ssa.CallInstruction {
	if w.callsOf != nil {
		return w.callsOf
	}
	w.callsOf = make(map[string][]ssa.CallInstruction)
	for _, fn := range w.functions() {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				if callee := call.Common().StaticCallee(); callee != nil {
					w.callsOf[callee.String()] = append(w.callsOf[callee.String()], call)
				}
				w.given(call)
			}
		}
	}
	return w.callsOf
}

// given notes the functions that a call is given to run in a goroutine.
func (w *whole) given(call ssa.CallInstruction) {
	obj := ssautil.Callee(call.Common())
	if obj == nil {
		return
	}
	_, goes := call.(*ssa.Go)
	for _, r := range clientgo.RunnersOf(obj) {
		i := r.Param
		if obj.Signature().Recv() != nil && !call.Common().IsInvoke() {
			i++
		}
		if r.Path != "" || i < 0 || i >= len(call.Common().Args) || !goes && r.Mode != clientgo.Concurrent && r.Mode != clientgo.Later {
			continue
		}
		var fn *ssa.Function
		switch arg := call.Common().Args[i].(type) {
		case *ssa.Function:
			fn = arg
		case *ssa.MakeClosure:
			fn = arg.Fn.(*ssa.Function)
			if method := ssautil.Bound(fn); method != nil {
				fn = method
			}
		}
		if fn != nil {
			w.callsOf[fn.String()] = append(w.callsOf[fn.String()], nil)
		}
	}
}
