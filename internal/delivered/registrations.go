package delivered

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
)

// A registration is a handler that is given to an informer, and what its Add
// function does.
type registration struct {
	call     ssa.CallInstruction // nil: through a wrapper that is not seen
	informer string              // the place of the informer; "" behind a wrapper
	pos      token.Pos
	nth      int // which registration of its function it is
	add      *ssa.Function
	does     *effects
	all      map[*ssa.Function]bool // what the functions of the handler lead to
	dropped  bool                   // nobody can ask the registration
}

// A target is a function of a handler, with its frame.
type target struct {
	fn    *ssa.Function
	frame *frame
}

// modern reports whether registrations can be asked: whether the package
// reaches a client-go whose ResourceEventHandlerRegistration has HasSynced
// (v0.27 and later; the interface is empty in v0.26).
func modern(pkg *types.Package) bool {
	seen := make(map[*types.Package]bool)
	var look func(p *types.Package, depth int) (found, known bool)
	look = func(p *types.Package, depth int) (found, known bool) {
		if seen[p] || depth > 4 {
			return false, false
		}
		seen[p] = true
		if clientgo.IsRoot(p.Path()) {
			tn := p.Scope().Lookup("ResourceEventHandlerRegistration")
			return tn != nil && isRegistration(tn.Type()), true
		}
		for _, imp := range p.Imports() {
			if found, known := look(imp, depth+1); known {
				return found, true
			}
		}
		return false, false
	}
	found, _ := look(pkg, 0)
	return found
}

// registrations returns the registrations of the package whose Add function
// is known. Groups without a call are those that go through wrappers.
func (f *finder) registrations(pkg *resolve.Package) []*registration {
	var out []*registration
	known := make(map[*ssa.Function]bool)
	for _, reg := range pkg.Registrations() {
		var all []target
		for _, g := range reg.Funcs {
			all = append(all, f.given(g))
		}
		for _, g := range reg.Add() {
			known[g.Fn] = true
			r := f.register(f.given(g), all, reg.Call, f.place(reg.Informer, nil), reg.Call.Pos())
			r.nth, r.dropped = reg.Nth, reg.Dropped()
			out = append(out, r)
		}
	}
	for _, g := range pkg.Groups {
		if g.Add == nil || known[g.Add.Fn] || g.Style != clientgo.Untyped && g.Style != clientgo.Typed {
			continue
		}
		var all []target
		for _, h := range []*interp.Func{g.Update, g.Delete, g.Add} {
			if h != nil {
				all = append(all, f.target(h.Fn))
			}
		}
		out = append(out, f.register(f.target(g.Add.Fn), all, nil, "", g.Pos))
	}
	return out
}

// given is a handler function with what it is made of at its registration.
func (f *finder) given(g resolve.Given) target {
	var fr *frame
	for _, call := range g.Via {
		fr = f.enter(call.Call.StaticCallee(), &call.Call, fr, false)
	}
	inner := &frame{fn: g.Fn, fresh: true}
	if g.Recv != nil {
		inner.params = []string{f.place(g.Recv, fr)}
	}
	for _, b := range g.Bindings {
		inner.free = append(inner.free, f.place(b, fr))
	}
	return target{g.Fn, inner}
}

// target is a handler function of which only the function is known.
func (f *finder) target(fn *ssa.Function) target {
	fr := &frame{fn: fn, fresh: true}
	if fn.Signature.Recv() != nil && len(fn.Params) > 0 {
		fr.params = []string{f.root(fn.Params[0].Type())}
	}
	return target{fn, fr}
}

func (f *finder) register(a target, all []target, call ssa.CallInstruction, informer string, pos token.Pos) *registration {
	r := &registration{call: call, informer: informer, pos: pos, add: a.fn, does: f.newEffects(), all: make(map[*ssa.Function]bool)}
	r.does.walk(a.fn, a.frame, 0)
	for _, t := range all {
		e := f.newEffects()
		e.walk(t.fn, t.frame, 0)
		for fn := range e.funcs {
			r.all[fn] = true
		}
	}
	r.dropped = call == nil // nobody here has it
	return r
}
