package frame

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// Ends reports whether a function ends a context that has been made beside it, in this
// call or in one that it is in. One that is kept, or was captured where the handler was
// registered, ends what goes on for an object.
func (f *Frame) Ends(v ssa.Value) bool { return f.ends(v, 8) }

func (f *Frame) ends(v ssa.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	depth--
	switch x := v.(type) {
	case *ssa.Extract:
		call, ok := x.Tuple.(*ssa.Call)
		return ok && f.made(call, x.Index, depth)
	case *ssa.Call: // what it gives back says only that it is not to run
		return clientgo.FuncName(ssautil.Callee(&x.Call)) == "context.AfterFunc"
	case *ssa.ChangeType:
		return f.ends(x.X, depth)
	case *ssa.Phi: // func() {} where no limit is set
		return !slices.ContainsFunc(x.Edges, func(e ssa.Value) bool { return !f.ends(e, depth) && !idle(e) })
	case *ssa.UnOp:
		return x.Op == token.MUL && f.variable(x.X, depth)
	case *ssa.Parameter: // defer end(cancel)
		if f == nil || f.Call == nil || f.Fn != x.Parent() {
			return false
		}
		call, ok := f.Call.(ssa.CallInstruction)
		if n := slices.Index(f.Fn.Params, x); ok && n >= 0 && len(call.Common().Args) == len(f.Fn.Params) && !call.Common().IsInvoke() {
			return f.Up.ends(call.Common().Args[n], depth)
		}
	}
	return false
}

// made reports whether a result of a call ends a context that the call has made. Of a
// function that is not seen that is what its type says, if the context is there as well.
func (f *Frame) made(call *ssa.Call, result, depth int) bool {
	res := call.Call.Signature().Results()
	if callee := call.Call.StaticCallee(); callee != nil && len(ssautil.Origin(callee).Blocks) > 0 && !beside(call) {
		in := &Frame{Fn: ssautil.Origin(callee), Call: call, Up: f}
		seen := false
		for _, b := range in.Fn.Blocks {
			if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
				if seen = true; !in.ends(ret.Results[result], depth) && !idle(ret.Results[result]) {
					return false
				}
			}
		}
		return seen
	}
	if name := clientgo.TypeName(res.At(result).Type()); name != "context.CancelFunc" && name != "context.CancelCauseFunc" {
		return false
	}
	for t := range res.Variables() {
		if clientgo.TypeName(t.Type()) == "context.Context" {
			return true
		}
	}
	return false
}

// beside reports whether a call is one of the functions that make contexts.
func beside(call *ssa.Call) bool {
	fn := ssautil.Callee(&call.Call)
	return fn != nil && fn.Pkg() != nil && (fn.Pkg().Path() == "context" || fn.Pkg().Path() == "os/signal")
}

// variable reports whether all that is stored in a variable of one of these calls ends a
// context, and nobody else gets its address.
func (f *Frame) variable(at ssa.Value, depth int) bool {
	if v, ok := at.(*ssa.FreeVar); ok {
		in := v.Parent().Parent()
		if in == nil || !f.Runs(in) {
			return false
		}
		var closures []*ssa.MakeClosure
		for _, b := range in.Blocks {
			for _, instr := range b.Instrs {
				if mc, ok := instr.(*ssa.MakeClosure); ok && mc.Fn == v.Parent() {
					closures = append(closures, mc)
				}
			}
		}
		bound := ssautil.Captured(v, closures)
		return len(bound) == 1 && f.variable(bound[0], depth)
	}
	a, ok := at.(*ssa.Alloc)
	if !ok {
		return false
	}
	stored := false
	for _, ref := range *a.Referrers() {
		switch i := ref.(type) {
		case *ssa.Store:
			if stored = true; i.Addr != a || !f.ends(i.Val, depth) && !idle(i.Val) {
				return false
			}
		case *ssa.MakeClosure:
			fn := i.Fn.(*ssa.Function)
			if n := slices.Index(i.Bindings, at); n < 0 || ssautil.Stored(fn.FreeVars[n]) {
				return false
			}
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return false
		}
	}
	return stored
}

// idle reports whether a value is nil, or a function that does nothing.
func idle(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.ChangeType:
		return idle(x.X)
	case *ssa.Const:
		return x.IsNil()
	case *ssa.Function:
		return len(x.Blocks) == 1 && len(x.Blocks[0].Instrs) == 1
	}
	return false
}

// Sole reports whether a call is all that the function at the top does, but for what it
// says: if it does more, that may be what matters.
func (f *Frame) Sole(call ssa.Instruction) bool {
	if f.Up != nil {
		return false
	}
	for _, b := range f.Fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(ssa.CallInstruction)
			if !ok || instr == call {
				continue
			}
			if fn := ssautil.Callee(c.Common()); fn == nil || !clientgo.Quiet(fn) {
				return false
			}
		}
	}
	return true
}
