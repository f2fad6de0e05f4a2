package steady

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

const maxCallers = 5 // that hand a key on

// swept reports whether what is done under a key is done for one after the other: in a
// loop over keys, here or in a function that hands the key on to this one, or in a
// function that is called back for each.
func (u *uses) swept(at ssa.Instruction, key ssa.Value, depth int) bool {
	if depth > maxCallers || !u.free[at.Parent()] {
		return false
	}
	if ssautil.Reaches(at, at) && varies(key, 0) {
		return true
	}
	return slices.ContainsFunc(origins(key, 0), func(from ssa.Value) bool {
		switch from := from.(type) {
		case *ssa.Parameter:
			return u.handed(from.Parent(), slices.Index(from.Parent().Params, from), depth)
		case *ssa.FreeVar:
			return u.captured(from, depth)
		}
		return false
	})
}

// handed reports whether a function gets a key from who goes through keys. Its receiver
// is none, and the handlers' objects are none.
func (u *uses) handed(fn *ssa.Function, n, depth int) bool {
	if method := fn.Signature.Recv() != nil; n < 0 || n == 0 && method || slices.Contains(u.Handlers, fn) {
		return false
	}
	return fn.Synthetic == "range-over-func yield" ||
		slices.ContainsFunc(u.calls[fn], func(c ssa.CallInstruction) bool {
			return n < len(c.Common().Args) && u.swept(c, c.Common().Args[n], depth+1)
		}) ||
		slices.ContainsFunc(u.values[fn], func(v value) bool {
			if v.bound {
				return u.calledBack(v, n-1, depth)
			}
			return u.calledBack(v, n, depth)
		})
}

// captured reports whether a function literal has captured what a loop has come to.
func (u *uses) captured(v *ssa.FreeVar, depth int) bool {
	fn := v.Parent()
	n := slices.Index(fn.FreeVars, v)
	return slices.ContainsFunc(u.values[fn], func(val value) bool {
		v := val.v
		if t, ok := v.(*ssa.ChangeType); ok {
			v = t.X
		}
		mc, ok := v.(*ssa.MakeClosure)
		return ok && u.swept(mc, mc.Bindings[n], depth+1)
	}) || slices.ContainsFunc(u.calls[fn], func(c ssa.CallInstruction) bool {
		mc, ok := c.Common().Value.(*ssa.MakeClosure)
		return ok && u.swept(c, mc.Bindings[n], depth+1)
	})
}

// calledBack reports whether a function that is given to another one is called there for
// keys that this one goes through. Of those that are not known, like sync.Map's Range, it
// is assumed; who registers handlers calls them for events.
func (u *uses) calledBack(f value, n, depth int) bool {
	c, ok := f.use.(ssa.CallInstruction)
	if !ok || depth > maxCallers {
		return false
	}
	if _, builtin := c.Common().Value.(*ssa.Builtin); builtin {
		return false
	}
	callee := c.Common().StaticCallee()
	if callee == nil || len(ssautil.Origin(callee).Blocks) == 0 {
		named := ssautil.Callee(c.Common())
		return u.free[c.Parent()] && (named == nil || !clientgo.Registers(named))
	}
	callee = ssautil.Origin(callee)
	arg := slices.Index(c.Common().Args, f.v)
	return arg >= 0 && arg < len(callee.Params) && u.through(callee.Params[arg], n, depth)
}

// through reports whether a function calls one that it has got for keys that it goes
// through.
func (u *uses) through(f ssa.Value, n, depth int) bool {
	if depth > maxCallers {
		return false
	}
	return slices.ContainsFunc(*f.Referrers(), func(r ssa.Instruction) bool {
		switch r := r.(type) {
		case *ssa.Store:
			a, ok := r.Addr.(*ssa.Alloc)
			return ok && r.Val == f && u.through(a, n, depth+1)
		case *ssa.UnOp:
			return u.through(r, n, depth+1)
		case *ssa.MakeClosure:
			i := slices.Index(r.Bindings, f)
			return i >= 0 && u.through(r.Fn.(*ssa.Function).FreeVars[i], n, depth+1)
		case ssa.CallInstruction:
			if c := r.Common(); c.Value == f && !c.IsInvoke() {
				return n < len(c.Args) && u.swept(r, c.Args[n], depth+1)
			}
			return u.calledBack(value{v: f, use: r}, n, depth+1)
		}
		return false
	})
}

// origins returns the parameters, and what was captured, that a key is, or is a part of.
func origins(key ssa.Value, depth int) (out []ssa.Value) {
	if depth > 6 {
		return nil
	}
	add := func(v ssa.Value) { out = append(out, origins(v, depth+1)...) }
	switch v := key.(type) {
	case *ssa.Parameter, *ssa.FreeVar:
		return []ssa.Value{v}
	case *ssa.UnOp:
		if v.Op != token.ARROW {
			add(v.X)
		}
	case *ssa.IndexAddr:
		add(v.Index)
	case *ssa.Extract, *ssa.Field, *ssa.FieldAddr, *ssa.Convert, *ssa.ChangeType, *ssa.MakeInterface, *ssa.TypeAssert:
		for _, op := range key.(ssa.Instruction).Operands(nil) {
			add(*op)
		}
	case *ssa.Alloc:
		for _, r := range *v.Referrers() {
			if st, ok := r.(*ssa.Store); ok && st.Addr == v {
				add(st.Val)
			}
		}
	case *ssa.Call:
		for _, a := range v.Call.Args {
			add(a)
		}
		if v.Call.IsInvoke() {
			add(v.Call.Value)
		}
	}
	return out
}

// varies reports whether a key is an element that a loop has come to: whoever deletes
// under all of these was not told a key by the handlers. What comes out of a channel or a
// queue was put there for a reason; what lies in a list or a heap is looked through.
func varies(key ssa.Value, depth int) bool {
	if depth > 6 {
		return false
	}
	next := func(v ssa.Value) bool { return varies(v, depth+1) }
	switch v := key.(type) {
	case *ssa.Extract:
		if n, ok := v.Tuple.(*ssa.Next); ok {
			return !n.IsString
		}
		return next(v.Tuple)
	case *ssa.IndexAddr:
		_, constant := v.Index.(*ssa.Const)
		return !constant
	case *ssa.Index:
		return true
	case *ssa.FieldAddr:
		return clientgo.TypeName(v.X.Type()) == "container/list.Element" || next(v.X)
	case *ssa.UnOp, *ssa.Field, *ssa.Convert, *ssa.ChangeType, *ssa.MakeInterface, *ssa.TypeAssert:
		return slices.ContainsFunc(key.(ssa.Instruction).Operands(nil), func(op *ssa.Value) bool { return next(*op) })
	case *ssa.Alloc:
		return slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool {
			st, ok := r.(*ssa.Store)
			return ok && st.Addr == v && next(st.Val)
		})
	case *ssa.Call:
		return popped(ssautil.Callee(&v.Call)) || slices.ContainsFunc(v.Call.Args, next) || v.Call.IsInvoke() && next(v.Call.Value)
	}
	return false
}

func popped(fn *types.Func) bool {
	return fn != nil && clientgo.FuncName(fn) == "container/heap.Pop"
}
