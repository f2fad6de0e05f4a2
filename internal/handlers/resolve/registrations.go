package resolve

import (
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A Registration is a call that gives a handler to an informer, in one of the
// contexts that can be seen from the call: what the handler captures is known
// there, which the functions of a group are not told apart by.
type Registration struct {
	Call     ssa.CallInstruction
	Informer ssa.Value
	Handler  ssa.Value
	Nth      int // which registration of its function it is, from 1
	Funcs    []Given
}

// A Given is a function of a handler.
type Given struct {
	Role clientgo.HandlerRole // OnAdd, OnUpdate or OnDelete
	Fn   *ssa.Function
	// Recv is the receiver of a method, if it is known: of a handler type, or
	// of a method value. Then Bindings is empty.
	Recv ssa.Value
	// Bindings are what a closure has captured.
	Bindings []ssa.Value
	// Via are the calls of constructors that Recv and Bindings are values in,
	// from the registration inwards.
	Via []*ssa.Call
}

// Add returns the functions of a registration that get what is added.
func (r *Registration) Add() []Given { return r.of(clientgo.OnAdd) }

func (r *Registration) of(roles ...clientgo.HandlerRole) (out []Given) {
	for _, g := range r.Funcs {
		if slices.Contains(roles, g.Role) {
			out = append(out, g)
		}
	}
	return out
}

// Result returns what the call returns as the registration, nil if that is
// dropped at once, or if it returns none (before client-go v0.26).
func (r *Registration) Result() ssa.Value {
	call, ok := r.Call.(*ssa.Call)
	if !ok || call.Referrers() == nil {
		return nil
	}
	for _, ref := range *call.Referrers() {
		if ex, ok := ref.(*ssa.Extract); ok && ex.Index == 0 {
			return ex
		}
	}
	return nil
}

// Dropped reports whether nobody can ask the registration: its result is not
// kept, or kept only to take the handler away again.
func (r *Registration) Dropped() bool {
	call, ok := r.Call.(*ssa.Call)
	if !ok || call.Referrers() == nil {
		return true
	}
	for _, ref := range *call.Referrers() {
		ex, ok := ref.(*ssa.Extract)
		if !ok {
			return false
		}
		if ex.Index == 0 && ex.Referrers() != nil && slices.ContainsFunc(*ex.Referrers(), asks) {
			return false
		}
	}
	return true
}

// asks reports whether a use of a registration is more than to take the handler away.
func asks(use ssa.Instruction) bool {
	switch u := use.(type) {
	case *ssa.DebugRef:
		return false
	case ssa.CallInstruction:
		obj := ssautil.Callee(u.Common())
		return obj == nil || !clientgo.Unregisters(obj)
	}
	return true
}

// Registrations returns the calls of a package that give a handler to one of
// the library's informers, in the order of the source. Handlers that go through
// wrappers are in Groups only.
func (p *Package) Registrations() []*Registration {
	g := given{pkg: p.lazy.Package()}
	table := clientgo.NewTable()
	var out []*Registration
	for _, fn := range p.lazy.Functions() {
		nth := 0
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				i, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				if recv, handler, ok := registers(i.Common()); ok && table.RoleOf(recv.Type()) == clientgo.Informer && clientgo.Primitive(recv.Type()) {
					nth++
					g.found = nil
					g.handler(handler, nil)
					out = append(out, &Registration{Call: i, Informer: recv, Handler: handler, Nth: nth, Funcs: g.found})
				}
			}
		}
	}
	return out
}

// registers returns the receiver and the handler of a call that adds one.
func registers(c *ssa.CallCommon) (recv, handler ssa.Value, ok bool) {
	obj := ssautil.Callee(c)
	if obj == nil || !clientgo.AddsHandler(obj.Name()) {
		return nil, nil, false
	}
	args := c.Args
	if c.IsInvoke() {
		recv = c.Value
	} else if len(args) > 0 {
		recv, args = args[0], args[1:]
	}
	if recv == nil || len(args) == 0 {
		return nil, nil, false
	}
	return recv, args[0], true
}

// given collects the functions of a handler value.
type given struct {
	pkg   *ssa.Package
	found []Given
	depth int
}

// maxGiven limits the steps from a registration to the functions of its
// handler: a variable may be assigned to itself, a constructor call itself.
const maxGiven = 6

func (g *given) handler(v ssa.Value, via []*ssa.Call) {
	if g.depth > maxGiven {
		return
	}
	g.depth++
	defer func() { g.depth-- }()
	switch v := v.(type) {
	case *ssa.MakeInterface:
		if t := v.X.Type(); clientgo.IsHandlerStruct(t) {
			g.handler(v.X, via)
		} else {
			g.methods(v.X, via)
		}
	case *ssa.ChangeInterface:
		g.handler(v.X, via)
	case *ssa.UnOp:
		if a, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL {
			g.handler(a, via)
		}
	case *ssa.Alloc:
		for _, ref := range *v.Referrers() {
			switch i := ref.(type) {
			case *ssa.Store:
				if i.Addr == v {
					g.handler(i.Val, via)
				}
			case *ssa.FieldAddr:
				g.field(v, i, via)
			}
		}
	case *ssa.Call:
		callee := v.Call.StaticCallee()
		if callee == nil || len(callee.Blocks) == 0 {
			return
		}
		if ret := ssautil.OnlyReturn(callee); ret != nil && len(ret.Results) == 1 {
			g.handler(ret.Results[0], append(slices.Clip(via), v))
		}
	}
}

// field follows what is stored in a field of a handler structure.
func (g *given) field(structure *ssa.Alloc, i *ssa.FieldAddr, via []*ssa.Call) {
	role, _ := clientgo.HandlerField(structure.Type(), ssautil.FieldName(structure.Type(), i.Field))
	for _, use := range *i.Referrers() {
		st, ok := use.(*ssa.Store)
		if !ok || st.Addr != i {
			continue
		}
		switch role {
		case clientgo.Whole:
			g.handler(st.Val, via)
		case clientgo.OnAdd, clientgo.OnUpdate, clientgo.OnDelete:
			g.function(st.Val, role, via)
		}
	}
}

// methods collects the methods of a handler type of the package.
func (g *given) methods(v ssa.Value, via []*ssa.Call) {
	named, ok := types.Unalias(ssautil.Deref(v.Type())).(*types.Named)
	if !ok || named.Obj().Pkg() != g.pkg.Pkg {
		return
	}
	roles := clientgo.HandlerMethods(v.Type())
	for _, name := range slices.Sorted(maps.Keys(roles)) {
		obj, _, _ := types.LookupFieldOrMethod(v.Type(), true, g.pkg.Pkg, name)
		if m, ok := obj.(*types.Func); ok {
			if fn := g.pkg.Prog.FuncValue(m.Origin()); fn != nil && len(fn.Blocks) > 0 {
				g.found = append(g.found, Given{Role: roles[name], Fn: fn, Recv: v, Via: via})
			}
		}
	}
}

// function collects the function behind a function value.
func (g *given) function(v ssa.Value, role clientgo.HandlerRole, via []*ssa.Call) {
	switch v := v.(type) {
	case *ssa.Function:
		if len(v.Blocks) > 0 {
			g.found = append(g.found, Given{Role: role, Fn: v, Via: via})
		}
	case *ssa.MakeClosure:
		fn := v.Fn.(*ssa.Function)
		m := ssautil.Bound(fn)
		switch {
		case m == nil:
			g.found = append(g.found, Given{Role: role, Fn: fn, Bindings: v.Bindings, Via: via})
		case len(m.Blocks) > 0:
			g.found = append(g.found, Given{Role: role, Fn: m, Recv: v.Bindings[0], Via: via})
		}
	case *ssa.ChangeType:
		g.function(v.X, role, via)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if _, again := e.(*ssa.Phi); !again {
				g.function(e, role, via)
			}
		}
	}
}
