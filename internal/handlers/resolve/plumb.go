package resolve

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/registered"
)

// plumbed looks for a function that makes a handler of functions it is given, and
// does nothing but call them: handlers(add, update, remove). They are the handler
// then, also where UIDs matter, with what they are called with.
//
// It has to be plain. What compares anything of the two objects may split the
// update, what does work of its own may be Delete's, and a function that is also
// called elsewhere may be told of the old object there: of these nothing is learned.
func (r *resolver) plumbed(key any, g *registered.Group) {
	if g.Update == nil || r.plain[g] || len(r.opaque[g]) > 0 {
		return
	}
	if _, registers := r.filters[key].(ssa.CallInstruction); r.filters[key] != nil && !registers {
		return
	}
	up := r.handed(r.in.RunUpdate(g.Update, false), interp.SawUID|interp.Sought|interp.OnNew|interp.OnOld)
	if up == nil {
		return
	}
	to := map[clientgo.HandlerRole]*handed{clientgo.OnUpdate: up}
	for role, f := range map[clientgo.HandlerRole]*registered.Func{clientgo.OnAdd: g.Add, clientgo.OnDelete: g.Delete} {
		if f == nil {
			continue
		}
		if to[role] = r.handed(r.in.RunOne(f), interp.SawUID); to[role] == nil || to[role].param.Parent() != up.param.Parent() {
			return
		}
	}
	for _, h := range to {
		if !onlyCalled(h.param, g.Functions()) {
			return
		}
	}
	if ok, open := r.registered(key); !ok || open {
		return
	}
	if made, is := key.(ssa.Value); !is || !r.passedOn(made) || !(registersItself(made) && !g.Open) && !r.straight(made) {
		return
	}
	r.plain[g] = true
	// What Delete's function gets for a tombstone is another question, which
	// forwards answers: if it gets none, none comes to it.
	opens := g.Delete != nil && !slices.ContainsFunc(r.forwardsOf(g.Delete, r.in.RunTombstone), func(f interp.Forward) bool { return f.Method == "" })
	for role, h := range to {
		r.learnParam(h.param, Sink{Role: role, Style: g.Style, Args: h.args, Plain: true, Opened: opens})
	}
}

// registersItself reports whether a call gives the functions that it gets to informers:
// no handler comes back.
func registersItself(made ssa.Value) bool {
	call, ok := made.(*ssa.Call)
	return ok && len(handlersOf(call)) == 0
}

// handed is what one of a handler's functions does, if it only calls a function that
// was given to the one that made the handler.
type handed struct {
	param *ssa.Parameter
	args  registered.Args
}

// handed returns nil if more is done, or if some way has any of the flags.
func (r *resolver) handed(t *interp.Trail, not interp.Flags) *handed {
	if t.GaveUp || len(t.Hands) == 0 || len(t.Effects) != 1 || len(t.UIDs) > 0 {
		return nil
	}
	first := t.Hands[0]
	for _, h := range t.Hands {
		if h.Flags&not != 0 || h.Callee != first.Callee || !slices.Equal(h.Args, first.Args) {
			return nil
		}
	}
	for _, e := range t.Ends {
		if e.Flags&interp.Acted == 0 && e.Flags&not != 0 { // the call itself may look at whatever it gets
			return nil
		}
	}
	from := r.trace(first.Callee, 0)
	if len(from) != 1 || from[0].param == nil {
		return nil
	}
	return &handed{from[0].param, first.Args}
}

// onlyCalled reports whether a function that was given is called by some closures and
// by nobody else; it may be compared with nil.
func onlyCalled(p *ssa.Parameter, by []*ssa.Function) bool {
	var called func(v ssa.Value, direct bool) bool
	variable := func(at ssa.Value, of *ssa.Store) bool {
		for _, ref := range *at.Referrers() {
			switch i := ref.(type) {
			case *ssa.UnOp:
				if !called(i, slices.Contains(by, i.Parent())) {
					return false
				}
			case *ssa.Store:
				if i != of {
					return false
				}
			case *ssa.MakeClosure, *ssa.DebugRef:
			default:
				return false
			}
		}
		return true
	}
	captured := func(mc *ssa.MakeClosure, v ssa.Value, look func(*ssa.FreeVar) bool) bool {
		fn := mc.Fn.(*ssa.Function)
		for n, b := range mc.Bindings {
			if b == v && (!slices.Contains(by, fn) || !look(fn.FreeVars[n])) {
				return false
			}
		}
		return true
	}
	called = func(v ssa.Value, direct bool) bool {
		for _, ref := range *v.Referrers() {
			switch i := ref.(type) {
			case *ssa.BinOp, *ssa.DebugRef: // nil or not
			case *ssa.Call:
				if !direct || i.Call.Value != v || slices.Contains(i.Call.Args, v) {
					return false
				}
			case *ssa.MakeClosure:
				if !captured(i, v, func(f *ssa.FreeVar) bool { return called(f, true) }) {
					return false
				}
			case *ssa.Store:
				at, ok := i.Addr.(*ssa.Alloc)
				if !ok || i.Val != v || !variable(at, i) {
					return false
				}
				for _, use := range *at.Referrers() {
					if mc, ok := use.(*ssa.MakeClosure); ok && !captured(mc, at, func(f *ssa.FreeVar) bool { return variable(f, nil) }) {
						return false
					}
				}
			default:
				return false
			}
		}
		return true
	}
	return called(p, false)
}

// passedOn reports whether the handler that a call makes of functions gets to an
// informer, and to nothing else that may split an update.
func (r *resolver) passedOn(base any) bool {
	call, ok := base.(*ssa.Call)
	if !ok || !clientgo.IsHandlerStruct(call.Type()) && !clientgo.IsHandlerInterface(call.Type()) {
		return true // it registers the handler itself
	}
	return r.straight(call)
}

// straight reports whether a handler goes to informers, or to who asked for it, and is
// put nowhere on the way.
func (r *resolver) straight(handler ssa.Value) bool {
	f := follower{r: r, seen: make(map[ssa.Value]bool), strict: true}
	f.value(handler)
	return f.ok && !f.open
}
