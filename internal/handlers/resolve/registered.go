package resolve

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// registered follows a handler forwards: ok if it gets to an informer, or to
// where informers are given handlers from; open if it also goes to a function
// of which nothing is known. Such a function may unwrap tombstones before it
// calls the handler, or split an update of two UIDs.
func (r *resolver) registered(key any) (ok, open bool) {
	f := follower{r: r, seen: make(map[ssa.Value]bool)}
	defer func() { r.groups[key].Opened, r.groups[key].Calls = f.opened, f.calls }()
	switch key := key.(type) {
	case *types.Named:
		r.each(func(_ *ssa.Function, instr ssa.Instruction) {
			if mi, is := instr.(*ssa.MakeInterface); is && clientgo.IsHandlerInterface(mi.Type()) {
				if named, is := types.Unalias(ssautil.Deref(mi.X.Type())).(*types.Named); is && named.Origin() == key {
					f.value(mi)
				}
			}
		})
		// A handler type that is only declared here is used, if at all, by
		// somebody else, who may do anything with it.
		return f.ok, f.open || !f.ok
	case ssa.CallInstruction:
		f.calls = append(f.calls, key)
		made, ok := key.(*ssa.Call)
		if !ok || !f.made(made) {
			return true, false // it registers them
		}
		// Whoever gets it registers it, if what comes back is not a handler again.
		return f.ok || !f.wrapped && !f.read && !f.called, f.wrapped
	case ssa.Value:
		if !clientgo.IsHandlerStruct(key.Type()) {
			return true, false // a structure of the project's own, known as a sink
		}
		f.value(key)
		// One whose functions are only called by another is not what is registered.
		return f.ok || !f.open && !f.read && !f.called && (!f.fed || f.exported), f.open || f.handed || f.fed && !f.ok
	}
	return true, false
}

// made follows the handler that a call makes of functions. It reports whether it makes
// one.
func (f *follower) made(call *ssa.Call) bool {
	made := handlersOf(call)
	for _, v := range made {
		f.value(v)
	}
	return len(made) > 0
}

// handlersOf returns the handlers among what a call returns.
func handlersOf(call *ssa.Call) []ssa.Value {
	results := []ssa.Value{call}
	if _, several := call.Type().(*types.Tuple); several {
		results = nil
		for _, ref := range *call.Referrers() {
			if e, ok := ref.(*ssa.Extract); ok {
				results = append(results, e)
			}
		}
	}
	return slices.DeleteFunc(results, func(v ssa.Value) bool { return !isHandler(v.Type()) })
}

type follower struct {
	r        *resolver
	seen     map[ssa.Value]bool
	ok, open bool
	opened   bool                  // by a function that the config file declares
	wrapped  bool                  // by a function of which nothing is known
	handed   bool                  // to a function of another handler, which hands on what it gets
	called   bool                  // a method of it
	read     bool                  // one of its functions, for more than to hand it on
	fed      bool                  // one of its functions, with objects that are there
	exported bool                  // a function returns it, to who may register it
	strict   bool                  // what is stored somewhere may come back in something that looks at UIDs
	calls    []ssa.CallInstruction // that register it
}

func (f *follower) value(v ssa.Value) {
	if f.seen[v] || v.Referrers() == nil {
		return
	}
	f.seen[v] = true
	f.r.in.Need(v.Parent())
	for _, ref := range *v.Referrers() {
		switch i := ref.(type) {
		case *ssa.UnOp, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.Phi, *ssa.TypeAssert, *ssa.Extract:
			f.value(i.(ssa.Value))
		case *ssa.Store:
			if i.Val == v {
				f.stored(i)
			}
		case *ssa.FieldAddr:
			f.read = f.read || f.asked(i)
		case *ssa.Field:
			f.read = f.read || f.asked(i)
		case ssa.CallInstruction:
			f.call(i, v)
		case *ssa.Return:
			f.returned(i, v)
		case *ssa.MapUpdate, *ssa.Send:
			f.open = true
		case *ssa.MakeClosure:
			// Captured: used there.
			fn := i.Fn.(*ssa.Function)
			for n, b := range i.Bindings {
				if b == v {
					f.value(fn.FreeVars[n])
				}
			}
		}
	}
}

// asked reports whether a function is taken out of a field of a handler, for something
// else than to put it into one of another handler: to call it with what it is to get.
func (f *follower) asked(field ssa.Value) bool {
	return slices.ContainsFunc(*field.Referrers(), func(ref ssa.Instruction) bool {
		switch i := ref.(type) {
		case *ssa.UnOp:
			return f.asked(i)
		case *ssa.ChangeType:
			return f.asked(i)
		case *ssa.Store:
			to, ok := i.Addr.(*ssa.FieldAddr)
			if i.Val != field || !ok {
				return i.Val == field
			}
			role, _ := clientgo.HandlerField(to.X.Type(), ssautil.FieldName(to.X.Type(), to.Field))
			return role == clientgo.NoHandler
		case *ssa.BinOp, *ssa.DebugRef: // nil or not
			return false
		case *ssa.Call:
			return i.Call.Value != field || !f.handsOn(i) && !f.feeds(i)
		}
		return true
	})
}

func (f *follower) stored(st *ssa.Store) {
	switch a := st.Addr.(type) {
	case *ssa.Alloc:
		f.value(a)
	case *ssa.FieldAddr:
		if role, _ := clientgo.HandlerField(a.X.Type(), ssautil.FieldName(a.X.Type(), a.Field)); role == clientgo.Whole {
			if f.r.replaced(st, a) {
				f.open = true
				return
			}
			f.value(a.X)
			return
		}
		f.field(a)
	case *ssa.IndexAddr:
		f.open = true
	default:
		f.kept()
	}
}

func (f *follower) kept() {
	f.ok, f.open = f.ok || !f.strict, f.open || f.strict
}

func (f *follower) call(i ssa.CallInstruction, v ssa.Value) {
	c := i.Common()
	if f.declared(i, v) {
		return
	}
	if c.IsInvoke() {
		f.called = f.called || c.Value == v
		if slices.Contains(c.Args, v) {
			if clientgo.Registers(c.Method) {
				f.registers(i)
			} else {
				f.unknown(i)
			}
		}
		return
	}
	callee := c.StaticCallee()
	if callee == nil {
		f.unknown(i)
		return
	}
	callee = ssautil.Origin(callee)
	obj := ssautil.Object(callee)
	for n, arg := range c.Args {
		if arg != v {
			continue
		}
		switch {
		case obj != nil && clientgo.Registers(obj):
			if f.adapts(callee, n) {
				f.called = true
				continue
			}
			f.registers(i)
		case len(callee.Blocks) > 0 && n < len(callee.Params):
			f.value(callee.Params[n])
		case obj != nil:
			if obj.Signature().Recv() != nil {
				if n == 0 {
					made, is := i.(*ssa.Call)
					f.called = f.called || !is || obj.Name() != "OnDelete" || !f.handsOn(made)
					continue // a method of the handler itself
				}
				n--
			}
			to := f.r.below.sinks[fmt.Sprintf("%s#%d", clientgo.FuncName(obj), n)]
			if to == nil {
				f.unknown(i)
				continue
			}
			f.ok = true
			if to[0].Open {
				f.r.open(v)
			}
		default:
			f.unknown(i)
		}
	}
}

// adapts reports whether a method that is named as an informer's only calls the handler's
// methods: it registers another handler, which may have converted the object, or opened the
// tombstone, before it calls this one.
func (f *follower) adapts(fn *ssa.Function, n int) bool {
	if len(fn.Blocks) == 0 || n >= len(fn.Params) || f.r.asking[fn.Params[n]] { // one of a list calls the next
		return false
	}
	defer f.r.ask(fn.Params[n])()
	in := follower{r: f.r, seen: make(map[ssa.Value]bool)}
	in.value(fn.Params[n])
	return in.called && !in.ok && !in.open
}

// field follows a handler in a field, from which it is registered at another place, or
// may be. Where its methods are only called, what calls them may unwrap tombstones.
func (f *follower) field(at *ssa.FieldAddr) {
	if f.strict || outdoes(at.X.Type()) {
		f.open = true
		return
	}
	f.r.each(func(_ *ssa.Function, instr ssa.Instruction) {
		switch other := instr.(type) {
		case *ssa.FieldAddr:
			if other != at && ssautil.Field(other) == ssautil.Field(at) {
				f.value(other)
			}
		case *ssa.Field:
			if ssautil.FieldName(other.X.Type(), other.Field) == ssautil.Field(at).Name() && types.Identical(other.X.Type(), ssautil.Deref(at.X.Type())) {
				f.value(other)
			}
		}
	})
	if !f.ok && f.called {
		f.open = true
		return
	}
	f.ok = true
}

// outdoes reports whether a structure with a handler in it is a handler itself, with
// methods of its own.
func outdoes(t types.Type) bool {
	for name := range clientgo.HandlerMethods(t) {
		if _, index, _ := types.LookupFieldOrMethod(t, true, nil, name); len(index) == 1 && name != "OnAdd" {
			return true
		}
	}
	return false
}

// unknown notes a call that gives the handler to a function of which nothing is known.
func (f *follower) unknown(i ssa.CallInstruction) {
	f.open = true
	results := i.Common().Signature().Results()
	for n := range results.Len() {
		f.wrapped = f.wrapped || isHandler(results.At(n).Type())
	}
}

// registers notes a call that gives the handler to an informer.
func (f *follower) registers(i ssa.CallInstruction) {
	f.ok = true
	if !slices.Contains(f.calls, i) {
		f.calls = append(f.calls, i)
	}
}

// open marks the group behind a value.
func (r *resolver) open(v ssa.Value) {
	for _, s := range r.trace(v, 0) {
		if g := r.groups[s.whole]; s.whole != nil && g != nil {
			g.Open = true
		}
	}
}

// returned follows a result to the callers in this package; importers are
// taken to register what they get.
func (f *follower) returned(ret *ssa.Return, v ssa.Value) {
	fn := ret.Parent()
	calls := f.r.calls[fn]
	if len(calls) == 0 {
		// Of an interface that has other methods as well, somebody may call all by hand.
		it, is := v.Type().Underlying().(*types.Interface)
		f.ok = f.ok || !is || it.NumMethods() <= len(clientgo.HandlerMethods(it))
		f.open = f.open || !f.ok
	}
	f.exported = f.exported || token.IsExported(fn.Name()) && f.r.pass.Pkg.Name() != "main"
	for _, c := range calls {
		call, ok := c.(*ssa.Call)
		if !ok {
			continue
		}
		if len(ret.Results) == 1 {
			f.value(call)
			continue
		}
		for _, ref := range *call.Referrers() {
			if ex, ok := ref.(*ssa.Extract); ok && ret.Results[ex.Index] == v {
				f.value(ex)
			}
		}
	}
}
