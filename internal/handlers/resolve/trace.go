package resolve

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/handlers/sole"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A source is where a handler comes from: one of its fields is set, or none
// if that is not known.
type source struct {
	fn    *registered.Func
	whole any // the key of a group
	param *ssa.Parameter
	maker *ssa.Parameter // a function that returns it
	field string
}

// trace follows a function or handler value back to where it comes from.
func (r *resolver) trace(v ssa.Value, depth int) []source {
	if depth > 8 {
		return []source{{}}
	}
	r.in.Need(v.Parent())
	if t := v.Type(); clientgo.IsHandlerStruct(t) {
		if base := baseOf(v); base != nil {
			return []source{{whole: base}}
		}
	}
	next := func(v ssa.Value) []source { return r.trace(v, depth+1) }
	switch v := v.(type) {
	case *ssa.Const:
		return nil
	case *ssa.Function:
		return []source{function(v, nil)}
	case *ssa.MakeClosure:
		return []source{r.method(v)}
	case *ssa.MakeInterface:
		t := types.Unalias(ssautil.Deref(v.X.Type()))
		if named, ok := t.(*types.Named); ok && !clientgo.IsHandlerStruct(t) && clientgo.HandlerMethods(v.X.Type()) != nil {
			return []source{{whole: named.Origin()}}
		}
		return next(v.X)
	case *ssa.ChangeType:
		return next(v.X)
	case *ssa.ChangeInterface:
		return next(v.X)
	case *ssa.Phi:
		var out []source
		for _, e := range v.Edges {
			if wrapsAgain(e, v) {
				return []source{{}}
			}
			if e != v {
				out = append(out, next(e)...)
			}
		}
		return out
	case *ssa.Parameter:
		return []source{{param: v}}
	case *ssa.FreeVar:
		return r.captured(v, depth)
	case *ssa.Field:
		return []source{{field: clientgo.TypeName(v.X.Type()) + "." + ssautil.FieldName(v.X.Type(), v.Field)}}
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return r.loaded(v.X, depth+1)
		}
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return append(r.returned(call, v.Index, depth), r.composed(call, v)...)
		}
	case *ssa.Call:
		return append(r.returned(v, 0, depth), r.composed(v, v)...)
	}
	return []source{{}}
}

// composed: the result of a call that makes a handler of functions stands for the group
// of these, HandleAll(h) in front of which there may be a filter.
func (r *resolver) composed(call *ssa.Call, result ssa.Value) []source {
	if r.groups[call] == nil || !isHandler(result.Type()) {
		return nil
	}
	return []source{{whole: call}}
}

func isHandler(t types.Type) bool {
	return clientgo.IsHandlerInterface(t) || clientgo.IsHandlerStruct(t)
}

// wrapsAgain reports whether a value is made of an earlier one of the same variable
// by a function that is not known: for _, wrap := range wrappers { h = wrap(h) }.
func wrapsAgain(v ssa.Value, earlier *ssa.Phi) bool {
	if c, ok := v.(*ssa.ChangeType); ok {
		v = c.X
	}
	call, ok := v.(*ssa.Call)
	return ok && call.Call.StaticCallee() == nil && slices.Contains(call.Call.Args, ssa.Value(earlier))
}

// baseOf returns the allocation behind a handler structure or its address.
func baseOf(v ssa.Value) ssa.Value { return baseWithin(v, 8) }

func baseWithin(v ssa.Value, depth int) ssa.Value {
	switch v := v.(type) {
	case *ssa.Alloc:
		return v
	case *ssa.UnOp:
		if a, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL && depth > 0 {
			// h := cache.ResourceEventHandlerFuncs{...}: filled in place, or copied from a literal.
			for _, ref := range *a.Referrers() {
				if st, ok := ref.(*ssa.Store); ok && st.Addr == a && !loads(st.Val, a) {
					return baseWithin(st.Val, depth-1)
				}
			}
			return a
		}
	}
	return nil
}

// loads reports whether a value is what is in a variable: a named result is stored into
// itself where deferred functions run.
func loads(v, a ssa.Value) bool {
	u, ok := v.(*ssa.UnOp)
	return ok && u.Op == token.MUL && u.X == a
}

// loaded follows what is stored at an address.
func (r *resolver) loaded(addr ssa.Value, depth int) []source {
	var out []source
	switch a := addr.(type) {
	case *ssa.Alloc:
		for _, ref := range *a.Referrers() {
			if st, ok := ref.(*ssa.Store); ok && st.Addr == a {
				out = append(out, r.trace(st.Val, depth)...)
			}
		}
	case *ssa.FieldAddr:
		out = append(out, source{field: clientgo.TypeName(a.X.Type()) + "." + ssautil.FieldName(a.X.Type(), a.Field)})
	case *ssa.Global:
		if v := r.in.Assigned(a); v != nil {
			out = append(out, r.trace(v, depth)...)
		}
	case *ssa.FreeVar:
		for _, b := range ssautil.Captured(a, r.closes[a.Parent()]) {
			out = append(out, r.loaded(b, depth+1)...)
		}
	}
	if len(out) == 0 {
		out = []source{{}}
	}
	return out
}

// captured follows a captured variable to where the closure was made.
func (r *resolver) captured(v *ssa.FreeVar, depth int) []source {
	var out []source
	for _, b := range ssautil.Captured(v, r.closes[v.Parent()]) {
		out = append(out, r.trace(b, depth+1)...)
	}
	if len(out) == 0 {
		out = []source{{}}
	}
	return out
}

// returned follows the result of a call in this package.
func (r *resolver) returned(call *ssa.Call, index, depth int) []source {
	if n, ok := r.wraps(&call.Call); ok && index == 0 {
		return r.trace(call.Call.Args[n], depth+1)
	}
	callee := call.Call.StaticCallee()
	if callee == nil {
		maker, _ := call.Call.Value.(*ssa.Parameter)
		if call.Call.IsInvoke() || index > 0 {
			maker = nil
		}
		return []source{{maker: maker}}
	}
	callee = ssautil.Origin(callee)
	if len(callee.Blocks) == 0 {
		return []source{{}}
	}
	r.in.Need(callee)
	var out []source
	for _, b := range callee.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && index < len(ret.Results) {
			for _, s := range r.trace(ret.Results[index], depth+1) {
				if s.param != nil && s.param.Parent() == callee {
					// What it was given.
					if n := slices.Index(callee.Params, s.param); n < len(call.Call.Args) {
						out = append(out, r.trace(call.Call.Args[n], depth+1)...)
						continue
					}
				}
				out = append(out, s)
			}
		}
	}
	return out
}

// method makes a Func of a closure. That may be the method value of an interface
// (AddFunc: c.cache.Add), which is a method of the type that is there.
func (r *resolver) method(mc *ssa.MakeClosure) source {
	fn := mc.Fn.(*ssa.Function)
	r.in.Need(fn)
	obj := ssautil.Object(fn)
	if ssautil.Bound(fn) != nil || obj == nil || len(mc.Bindings) != 1 || !types.IsInterface(mc.Bindings[0].Type()) {
		return function(fn, mc)
	}
	if r.impls == nil {
		r.impls = sole.In(r.fns)
	}
	typ, from := r.impls.Of(r.pass.Pkg, mc.Bindings[0])
	for _, f := range from {
		r.in.Need(f)
	}
	if typ == nil {
		return source{}
	}
	m := r.pkg.Prog.LookupMethod(typ, obj.Pkg(), obj.Name())
	if m == nil || len(m.Blocks) == 0 || m.Synthetic != "" {
		return source{} // of another package's type
	}
	return source{fn: &registered.Func{Fn: m, First: 1}}
}

// function makes a Func of a function value.
func function(fn *ssa.Function, mc *ssa.MakeClosure) source {
	return source{fn: registered.NewFunc(fn, mc)}
}
