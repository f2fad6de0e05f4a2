package resolve

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// handsOn reports whether a call is made by the Delete function of another handler, that
// is registered as it is, with what that gets, and nobody has looked at it:
// DeleteFunc: func(obj any) { count(); h.DeleteFunc(obj) }. Updates are handed on in
// another way, if at all: nothing is said of them.
func (f *follower) handsOn(call *ssa.Call) bool {
	args := call.Call.Args
	if len(args) == 0 {
		return false
	}
	fn := call.Parent()
	p, ok := args[len(args)-1].(*ssa.Parameter)
	if !ok || len(fn.Params) != 1 || f.strict || slices.ContainsFunc(*p.Referrers(), func(ref ssa.Instruction) bool { return ref != ssa.Instruction(call) && !idle(ref) }) {
		return false
	}
	// One that recovers, or asks something else first, may not get as far.
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr.(type) {
			case *ssa.Defer, *ssa.Go, *ssa.If:
				return false
			}
		}
	}
	made := f.r.closes[fn]
	if len(made) != 1 {
		return false
	}
	for _, ref := range *made[0].Referrers() {
		st, ok := ref.(*ssa.Store)
		if !ok {
			return false
		}
		fa, ok := st.Addr.(*ssa.FieldAddr)
		if !ok {
			return false
		}
		role, style := clientgo.HandlerField(fa.X.Type(), ssautil.FieldName(fa.X.Type(), fa.Field))
		if role != clientgo.OnDelete || style != clientgo.Untyped || f.r.replaced(st, fa) || !f.r.plainly(fa.X) {
			return false
		}
	}
	f.handed = true
	return true
}

// feeds reports whether a call gives a handler's function objects of a type that is known,
// as they are before anything is watched: no notification is handed on.
func (f *follower) feeds(call *ssa.Call) bool {
	if f.strict || len(call.Call.Args) == 0 {
		return false
	}
	for _, arg := range call.Call.Args {
		m, ok := arg.(*ssa.MakeInterface)
		if !ok || !clientgo.IsObject(m.X.Type()) {
			return false
		}
	}
	f.fed = true
	return true
}

func idle(ref ssa.Instruction) bool {
	switch i := ref.(type) {
	case *ssa.DebugRef:
		return true
	case *ssa.Call:
		b, ok := i.Call.Value.(*ssa.Builtin)
		return ok && (b.Name() == "print" || b.Name() == "println")
	}
	return false
}

// plainly reports whether a handler is registered, with nothing around it and no filter
// in front.
func (r *resolver) plainly(v ssa.Value) bool {
	if in, around := r.filters[v]; around { // what registers it, or a filter
		call, ok := in.(ssa.CallInstruction)
		if !ok {
			return false
		}
		if fn := ssautil.Callee(call.Common()); fn == nil || !clientgo.Registers(fn) {
			return false
		}
	}
	if r.groups[v] == nil || r.asking[v] {
		return false
	}
	defer r.ask(v)()
	outer := follower{r: r, seen: make(map[ssa.Value]bool)}
	outer.value(v)
	return outer.ok && !outer.open && len(outer.calls) > 0
}

// ask notes that a value is being followed, until what it returns is called.
func (r *resolver) ask(v ssa.Value) (done func()) {
	if r.asking == nil {
		r.asking = make(map[ssa.Value]bool)
	}
	r.asking[v] = true
	return func() { delete(r.asking, v) }
}
