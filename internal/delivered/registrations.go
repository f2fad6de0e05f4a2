package delivered

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/judge"
	"github.com/informerlint/informerlint/internal/handlers/interp"
)

// A registration is a handler that is given to an informer, and what its Add
// function does.
type registration struct {
	call     ssa.CallInstruction // nil: through a wrapper that is not seen
	pos      token.Pos
	nth      int // which registration of its function it is
	add      *ssa.Function
	does     *effects
	all      map[*ssa.Function]bool // what the functions of the handler lead to
	dropped  bool                   // nobody can ask the registration
	programs []*judge.Registered    // that it is part of, once somebody asks
}

// A target is a function of a handler, with its frame.
type target struct {
	fn    *ssa.Function
	frame *frame
}

// registrations returns the registrations of the package whose Add function
// is known. Groups without a call are those that go through wrappers.
func (f *finder) registrations(groups []*interp.Group) []*registration {
	var out []*registration
	known := make(map[*ssa.Function]bool)
	count := make(map[*ssa.Function]int)
	f.each(func(instr ssa.Instruction) {
		i, ok := instr.(ssa.CallInstruction)
		if !ok {
			return
		}
		c := i.Common()
		obj := calleeObject(c)
		if obj == nil || !clientgo.Registers(obj) || !strings.HasPrefix(obj.Name(), "Add") {
			return
		}
		recv := c.Value
		args := c.Args
		if !c.IsInvoke() {
			if len(args) == 0 {
				return
			}
			recv, args = args[0], args[1:]
		}
		if role := f.table.RoleOf(recv.Type()); role != clientgo.Informer || !clientgo.Primitive(recv.Type()) || len(args) == 0 {
			return
		}
		var adds, rest []target
		f.handler(args[0], nil, &adds, &rest, 0)
		count[i.Parent()]++
		for _, a := range adds {
			known[a.fn] = true
			r := f.register(a, append(rest, adds...), i, i.Pos())
			r.nth = count[i.Parent()]
			out = append(out, r)
		}
	})
	for _, g := range groups {
		if g.Add == nil || known[g.Add.Fn] || g.Style != clientgo.Untyped && g.Style != clientgo.Typed {
			continue
		}
		a := f.target(g.Add.Fn)
		var rest []target
		for _, h := range []*interp.Func{g.Update, g.Delete} {
			if h != nil {
				rest = append(rest, f.target(h.Fn))
			}
		}
		out = append(out, f.register(a, append(rest, a), nil, g.Pos))
	}
	return out
}

// target is a handler function of which only the function is known.
func (f *finder) target(fn *ssa.Function) target {
	fr := &frame{fn: fn, fresh: true}
	if fn.Signature.Recv() != nil && len(fn.Params) > 0 {
		fr.params = []string{f.root(fn.Params[0].Type())}
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
	r.dropped = call == nil || dropped(call)
	return r
}

// dropped reports whether the registration is not kept, or kept only to take
// the handler away again.
func dropped(i ssa.CallInstruction) bool {
	call, ok := i.(*ssa.Call)
	if !ok {
		return true
	}
	if call.Referrers() == nil {
		return true
	}
	for _, ref := range *call.Referrers() {
		ex, ok := ref.(*ssa.Extract)
		if !ok {
			return false
		}
		if ex.Index != 0 || ex.Referrers() == nil {
			continue
		}
		for _, use := range *ex.Referrers() {
			switch u := use.(type) {
			case *ssa.DebugRef:
			case ssa.CallInstruction:
				if obj := calleeObject(u.Common()); obj == nil || obj.Name() != "RemoveEventHandler" {
					return false
				}
			default:
				return false
			}
		}
	}
	return true
}

// handler collects the functions behind a handler value.
func (f *finder) handler(v ssa.Value, fr *frame, adds, rest *[]target, depth int) {
	if depth > maxDepth {
		return
	}
	switch v := v.(type) {
	case *ssa.MakeInterface:
		t := v.X.Type()
		if clientgo.IsHandlerStruct(t) {
			f.handler(v.X, fr, adds, rest, depth+1)
			return
		}
		f.methods(t, f.place(v.X, fr), adds, rest)
	case *ssa.ChangeInterface:
		f.handler(v.X, fr, adds, rest, depth+1)
	case *ssa.UnOp:
		if a, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL {
			f.handler(a, fr, adds, rest, depth+1)
		}
	case *ssa.Alloc:
		for _, ref := range *v.Referrers() {
			switch i := ref.(type) {
			case *ssa.Store:
				if i.Addr == v {
					f.handler(i.Val, fr, adds, rest, depth+1)
				}
			case *ssa.FieldAddr:
				role, _ := clientgo.HandlerField(v.Type(), fieldName(v.Type(), i.Field))
				for _, use := range *i.Referrers() {
					st, ok := use.(*ssa.Store)
					if !ok || st.Addr != i {
						continue
					}
					switch role {
					case clientgo.Whole:
						f.handler(st.Val, fr, adds, rest, depth+1)
					case clientgo.OnAdd:
						f.function(st.Val, fr, adds)
					case clientgo.OnUpdate, clientgo.OnDelete:
						f.function(st.Val, fr, rest)
					}
				}
			}
		}
	case *ssa.Call:
		callee := v.Call.StaticCallee()
		if callee == nil || len(callee.Blocks) == 0 {
			return
		}
		if ret := onlyReturn(callee); ret != nil && len(ret.Results) == 1 {
			f.handler(ret.Results[0], f.enter(callee, &v.Call, fr, false), adds, rest, depth+1)
		}
	}
}

// methods collects the methods of a handler type of the package.
func (f *finder) methods(t types.Type, recv string, adds, rest *[]target) {
	if f.root(t) == "" || clientgo.HandlerMethods(t) == nil {
		return
	}
	for name, role := range clientgo.HandlerMethods(t) {
		obj, _, _ := types.LookupFieldOrMethod(t, true, f.pass.Pkg, name)
		m, _ := obj.(*types.Func)
		if m == nil {
			continue
		}
		fn := f.pkg.Prog.FuncValue(m.Origin())
		if fn == nil || len(fn.Blocks) == 0 {
			continue
		}
		t := target{fn, &frame{fn: fn, params: []string{recv}, fresh: true}}
		if role == clientgo.OnAdd {
			*adds = append(*adds, t)
		} else {
			*rest = append(*rest, t)
		}
	}
}

// function collects the function behind a function value.
func (f *finder) function(v ssa.Value, fr *frame, to *[]target) {
	switch v := v.(type) {
	case *ssa.Function:
		if len(v.Blocks) > 0 {
			*to = append(*to, target{v, &frame{fn: v, fresh: true}})
		}
	case *ssa.MakeClosure:
		fn := v.Fn.(*ssa.Function)
		if m := bound(fn); m != nil {
			if len(m.Blocks) > 0 {
				*to = append(*to, target{m, &frame{fn: m, params: []string{f.place(v.Bindings[0], fr)}, fresh: true}})
			}
			return
		}
		inner := &frame{fn: fn, fresh: true}
		for _, b := range v.Bindings {
			inner.free = append(inner.free, f.place(b, fr))
		}
		*to = append(*to, target{fn, inner})
	case *ssa.ChangeType:
		f.function(v.X, fr, to)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if e != v {
				if _, again := e.(*ssa.Phi); !again {
					f.function(e, fr, to)
				}
			}
		}
	}
}
