package steady

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

const maxCallers = 5 // that hand a key on

// swept reports whether what is done under a key is done for one after the other: in a
// loop over keys, here or in a function that hands the key on to this one, by a call or
// by a channel or queue, or in a function that is called back for each.
func (u *uses) swept(at ssa.Instruction, key ssa.Value, depth int) bool {
	if depth == 0 {
		u.met = make(map[question]bool)
	}
	if depth > maxCallers || !u.free[at.Parent()] || u.met[question{at, key}] {
		return false
	}
	u.met[question{at, key}] = true
	if parts := parts(key); len(parts) > 0 {
		// Who takes away what one object has under several names was told the object.
		return !slices.ContainsFunc(parts, func(part ssa.Value) bool { return !u.swept(at, part, depth+1) })
	}
	if picked(key, 0) || varies(key, 0) && (ssautil.Reaches(at, at) || u.looped(at.Parent())) {
		return true
	}
	if u.queued(key, depth) {
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

// looped reports whether a function literal is made, and called or handed on, in a loop.
func (u *uses) looped(fn *ssa.Function) bool {
	return fn.Parent() != nil && (slices.ContainsFunc(u.calls[fn], func(c ssa.CallInstruction) bool { return ssautil.Reaches(c, c) }) ||
		slices.ContainsFunc(u.values[fn], func(v value) bool { return ssautil.Reaches(v.use, v.use) }))
}

// handed reports whether a function gets a key from who goes through keys. The handlers'
// objects are none.
func (u *uses) handed(fn *ssa.Function, n, depth int) bool {
	if n < 0 || slices.Contains(u.Handlers, fn) {
		return false
	}
	return fn.Synthetic == "range-over-func yield" ||
		slices.ContainsFunc(u.calls[fn], func(c ssa.CallInstruction) bool {
			return n < len(c.Common().Args) && u.swept(c, c.Common().Args[n], depth+1)
		}) ||
		slices.ContainsFunc(u.values[fn], func(v value) bool {
			if v.bound {
				return n > 0 && u.calledBack(v, n-1, depth)
			}
			return u.calledBack(v, n, depth)
		}) || u.dispatched(fn, n, depth)
}

// dispatched reports whether a function gets a key from who goes through keys and calls
// a function of its type that it has in a variable, or a method of its name.
func (u *uses) dispatched(fn *ssa.Function, n, depth int) bool {
	method := fn.Signature.Recv() != nil
	if method {
		n--
	}
	if n < 0 || !method && len(u.values[fn]) == 0 {
		return false
	}
	return slices.ContainsFunc(u.open, func(i ssa.CallInstruction) bool {
		c := i.Common()
		if c.IsInvoke() && (!method || c.Method.Name() != fn.Name()) || !c.IsInvoke() && len(u.values[fn]) == 0 {
			return false
		}
		return n < len(c.Args) && like(c.Signature(), fn.Signature) && u.swept(i, c.Args[n], depth+1)
	})
}

// like compares the parameters and the results of functions.
func like(a, b *types.Signature) bool {
	return types.Identical(a.Params(), b.Params()) && types.Identical(a.Results(), b.Results())
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
// is assumed; who registers handlers, by the name as well, calls them for events.
func (u *uses) calledBack(f value, n, depth int) bool {
	c, ok := f.use.(ssa.CallInstruction)
	if !ok || depth > maxCallers {
		return false
	}
	if _, builtin := c.Common().Value.(*ssa.Builtin); builtin {
		return false
	}
	if c.Common().Value == f.v && !c.Common().IsInvoke() {
		return n < len(c.Common().Args) && u.swept(c, c.Common().Args[n], depth+1)
	}
	callee := c.Common().StaticCallee()
	if callee == nil || len(ssautil.Origin(callee).Blocks) == 0 {
		named := ssautil.Callee(c.Common())
		return u.free[c.Parent()] && (named == nil || !clientgo.Registers(named) && !subscribes(named.Name()))
	}
	callee = ssautil.Origin(callee)
	arg := slices.Index(c.Common().Args, f.v)
	return arg >= 0 && arg < len(callee.Params) && u.through(callee.Params[arg], n, depth)
}

// subscribes reports whether a function that is not followed keeps what it is given for
// what happens later, by its name: RegisterForgetPodHandler.
func subscribes(name string) bool {
	name = strings.ToLower(name)
	ends := func(end string) bool { return strings.HasSuffix(strings.TrimSuffix(name, "s"), end) }
	return strings.HasPrefix(name, "register") || strings.HasPrefix(name, "subscribe") || ends("handler") || ends("listener") || ends("callback")
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
		// What is asked of a receiver's queue is not the receiver's.
		out = slices.DeleteFunc(out, receiver)
	}
	return out
}

func receiver(v ssa.Value) bool {
	p, ok := v.(*ssa.Parameter)
	return ok && p.Parent().Signature.Recv() != nil && p.Parent().Params[0] == p
}

// parts returns what a structure is put together from that is a key.
func parts(key ssa.Value) (out []ssa.Value) {
	load, ok := key.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	a, ok := load.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	for _, r := range *a.Referrers() {
		at, ok := r.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		for _, r := range *at.Referrers() {
			st, ok := r.(*ssa.Store)
			if !ok || st.Addr != at {
				continue
			}
			if _, constant := st.Val.(*ssa.Const); !constant {
				out = append(out, st.Val)
			}
		}
	}
	return out
}

// picked reports whether a key comes out of a map that was gone through, if only one does.
func picked(key ssa.Value, depth int) bool {
	if depth > 6 {
		return false
	}
	next := func(v ssa.Value) bool { return picked(v, depth+1) }
	switch v := key.(type) {
	case *ssa.Extract:
		switch from := v.Tuple.(type) {
		case *ssa.Next:
			return !from.IsString
		case *ssa.Call:
			return results(from, v.Index, next)
		}
	case *ssa.Phi:
		return slices.ContainsFunc(v.Edges, next)
	case *ssa.UnOp:
		return v.Op == token.MUL && next(v.X)
	case *ssa.Field, *ssa.FieldAddr, *ssa.Convert, *ssa.ChangeType, *ssa.MakeInterface, *ssa.TypeAssert:
		return slices.ContainsFunc(key.(ssa.Instruction).Operands(nil), func(op *ssa.Value) bool { return next(*op) })
	case *ssa.Alloc:
		return slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool {
			st, ok := r.(*ssa.Store)
			return ok && st.Addr == v && next(st.Val)
		})
	case *ssa.Call:
		return results(v, 0, next)
	}
	return false
}

// results asks for what a function of the package may return.
func results(c *ssa.Call, n int, is func(ssa.Value) bool) bool {
	fn := c.Call.StaticCallee()
	return fn != nil && slices.ContainsFunc(ssautil.Origin(fn).Blocks, func(b *ssa.BasicBlock) bool {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		return ok && n < len(ret.Results) && is(ret.Results[n])
	})
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
		_, shorter := v.X.(*ssa.Phi) // one is taken off a list each time
		return !constant || shorter
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
