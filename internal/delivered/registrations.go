package delivered

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/delivered/across"
	"github.com/informerlint/informerlint/internal/engine/filled"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A registration is a handler that is given to an informer, and what its Add
// function does.
type registration struct {
	call     ssa.CallInstruction // nil: through a wrapper that is not seen, or of an owner
	owner    *across.Owner       // whose handler another package registers; nil for the package's own
	pos      token.Pos
	nth      int // which registration of its function it is
	add      *ssa.Function
	does     *effects
	all      map[*ssa.Function]bool // what the functions of the handler lead to
	dropped  bool                   // nobody can ask the registration
	programs []*filled.Registered   // that it is part of, once somebody asks
}

// A target is a function of a handler, with its frame.
type target struct {
	fn    *ssa.Function
	frame *frame
}

// registrations returns the registrations of the package whose Add function
// is known. Groups without a call are those that go through wrappers.
func (f *finder) registrations(groups []*registered.Group) []*registration {
	var out []*registration
	for _, g := range groups {
		if g.Add == nil || g.Style != clientgo.Untyped && g.Style != clientgo.Typed {
			continue
		}
		a := f.target(g.Add.Fn)
		all := []target{a}
		for _, h := range []*registered.Func{g.Update, g.Delete} {
			if h != nil {
				all = append(all, f.target(h.Fn))
			}
		}
		direct := false
		for _, call := range g.Calls {
			if f.registers(call) {
				direct = true
				r := f.register(a, all, call, call.Pos())
				r.nth = f.nth(call)
				out = append(out, r)
			}
		}
		if !direct {
			out = append(out, f.register(a, all, nil, g.Pos))
		}
	}
	return out
}

// registers reports whether a call gives a handler to an informer itself, and
// not to somebody's wrapper of one.
func (f *finder) registers(call ssa.CallInstruction) bool {
	c := call.Common()
	obj := ssautil.Callee(c)
	if obj == nil || !clientgo.Registers(obj) || !strings.HasPrefix(obj.Name(), "Add") {
		return false
	}
	recv := c.Value
	if !c.IsInvoke() {
		if len(c.Args) == 0 {
			return false
		}
		recv = c.Args[0]
	}
	return f.table.RoleOf(recv.Type()) == clientgo.Informer && clientgo.Primitive(recv.Type())
}

// nth is which registration of its function a call is.
func (f *finder) nth(call ssa.CallInstruction) (n int) {
	for _, b := range call.Parent().Blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(ssa.CallInstruction); ok && f.registers(c) {
				n++
			}
			if instr == call {
				return n
			}
		}
	}
	return 0
}

// target is a handler function of which only the function is known.
func (f *finder) target(fn *ssa.Function) target {
	fr := &frame{fn: fn, fresh: true}
	if fn.Signature.Recv() != nil && len(fn.Params) > 0 {
		fr.params = []string{f.root(fn.Params[0].Type())}
		f.handlerOf(fn)
	}
	return target{fn, fr}
}

func (f *finder) register(a target, all []target, call ssa.CallInstruction, pos token.Pos) *registration {
	r := &registration{call: call, pos: pos, add: a.fn, does: f.newEffects(), all: make(map[*ssa.Function]bool)}
	r.does.walk(a.fn, a.frame, 0)
	for _, t := range all {
		e := f.newEffects()
		e.walk(t.fn, t.frame, 0)
		for fn := range e.funcs {
			r.all[fn] = true
		}
	}
	if recv := a.fn.Signature.Recv(); recv != nil && clientgo.HandlerMethods(recv.Type())[a.fn.Name()] == clientgo.OnAdd {
		_, again := f.several[a.fn]
		f.several[a.fn] = again
	}
	r.dropped = call == nil || f.who.Dropped(call, 0, 0)
	return r
}
