package delivered

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// dropped reports whether a result of a call, a registration, is not kept, or kept
// only to take the handler away again. One that is returned is dropped if all who
// call the function are known and drop it.
func (f *finder) dropped(i ssa.CallInstruction, index, depth int) bool {
	call, ok := i.(*ssa.Call)
	if !ok || call.Referrers() == nil {
		return true
	}
	if call.Call.Signature().Results().Len() == 1 {
		return f.unasked(call, depth)
	}
	for _, ref := range *call.Referrers() {
		ex, ok := ref.(*ssa.Extract)
		if !ok {
			return false
		}
		if ex.Index == index && !f.unasked(ex, depth) {
			return false
		}
	}
	return true
}

// unasked reports whether nobody can ask a registration.
func (f *finder) unasked(v ssa.Value, depth int) bool {
	if v.Referrers() == nil {
		return true
	}
	for _, use := range *v.Referrers() {
		switch u := use.(type) {
		case *ssa.DebugRef:
		case *ssa.BinOp: // with nil
		case *ssa.Return:
			for n, res := range u.Results {
				if res == v && !f.droppedBy(u.Parent(), n, depth+1) {
					return false
				}
			}
		case *ssa.Store: // a variable that closures have, or a named result
			if u.Val != v || depth > maxDepth || !f.unaskedVar(u.Addr, depth+1) {
				return false
			}
		case *ssa.Phi: // a named result
			if depth > maxDepth || !f.unasked(u, depth+1) {
				return false
			}
		case ssa.CallInstruction:
			if obj := ssautil.Callee(u.Common()); obj == nil || !clientgo.RemovesHandler(obj) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// unaskedVar reports whether nobody can ask a registration that is in a variable.
func (f *finder) unaskedVar(addr ssa.Value, depth int) bool {
	switch addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
	default:
		return false
	}
	for _, ref := range *addr.Referrers() {
		switch u := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if u.Addr != addr {
				return false
			}
		case *ssa.UnOp:
			if !f.unasked(u, depth) {
				return false
			}
		case *ssa.MakeClosure:
			for n, b := range u.Bindings {
				if b == addr && !f.unaskedVar(u.Fn.(*ssa.Function).FreeVars[n], depth) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// droppedBy reports whether all calls of a function are known, and none keeps a
// result.
func (f *finder) droppedBy(fn *ssa.Function, index, depth int) bool {
	if depth > maxDepth || fn.Parent() != nil || token.IsExported(fn.Name()) || len(f.calls[fn]) == 0 || f.isValue(fn) {
		return false
	}
	for _, call := range f.calls[fn] {
		if !f.dropped(call, index, depth) {
			return false
		}
	}
	return true
}

// handedIn is what a function gets as its parameter k, if it is called in one place
// and nowhere else.
func (f *finder) handedIn(fn *ssa.Function, k int) ssa.Value {
	if fn.Parent() != nil || token.IsExported(fn.Name()) || len(f.calls[fn]) != 1 || f.isValue(fn) {
		return nil
	}
	if args := f.calls[fn][0].Common().Args; k < len(args) {
		return args[k]
	}
	return nil
}

// called is the function that a call is known to lead to: of instances the generic
// function, whose body is in the package.
func called(c *ssa.CallCommon) *ssa.Function {
	fn := c.StaticCallee()
	if fn != nil && fn.Origin() != nil {
		return fn.Origin()
	}
	return fn
}

// isValue reports whether a function is more than called: it is stored, bound or
// handed on, or it is a method that an interface of the package may lead to.
func (f *finder) isValue(fn *ssa.Function) bool {
	if f.values == nil {
		f.findValues()
	}
	return f.values[fn] || f.invoked[fn.Name()] && fn.Signature.Recv() != nil
}

// findValues looks once at all operands of the package.
func (f *finder) findValues() {
	f.values, f.invoked = make(map[*ssa.Function]bool), make(map[string]bool)
	var ops []*ssa.Value
	f.each(func(instr ssa.Instruction) {
		call, _ := instr.(ssa.CallInstruction)
		if call != nil && call.Common().IsInvoke() {
			f.invoked[call.Common().Method.Name()] = true
		}
		ops = instr.Operands(ops[:0])
		for n, op := range ops {
			fn, _ := (*op).(*ssa.Function)
			if fn == nil || n == 0 && call != nil && !call.Common().IsInvoke() {
				continue
			}
			for _, of := range []*ssa.Function{fn, fn.Origin(), ssautil.Bound(fn)} {
				f.values[of] = true
			}
		}
	})
}
