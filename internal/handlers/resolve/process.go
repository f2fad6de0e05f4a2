package resolve

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A process function is no handler: a controller that is made by hand hands it what it
// takes out of its queue, lists of deltas. The object of one that is a deletion may be a
// tombstone, as what a Delete handler gets.
var processSink = Sink{Role: clientgo.OnDelete, Style: clientgo.Untyped, Open: true, Args: registered.OfProcess()}

// processes reports whether what is put into a field is called with tombstones: the
// structure is given to client-go and to nobody else, who might put another function
// there, and its queue is one of client-go's that makes tombstones.
func (r *resolver) processes(fa *ssa.FieldAddr, st *ssa.Store) bool {
	conf, ok := fa.X.(*ssa.Alloc)
	if !ok || conf.Parent() != st.Parent() {
		return false
	}
	queue, run := false, false
	for _, ref := range *conf.Referrers() {
		switch i := ref.(type) {
		case *ssa.FieldAddr:
			only := onlyFilled(i)
			switch ssautil.FieldName(i.X.Type(), i.Field) {
			case clientgo.QueueField:
				if only == nil || !r.tombstones(only) {
					return false
				}
				queue = true
			case clientgo.BatchField:
				return false
			default:
				if i.Field == fa.Field && only == nil {
					return false
				}
			}
		case *ssa.Call:
			obj := ssautil.Callee(&i.Call)
			if obj == nil || !clientgo.NewController(obj) {
				return false
			}
			run = true
		case *ssa.DebugRef:
		default:
			return false
		}
	}
	return queue && run
}

// onlyFilled returns what is put into a field, if nothing else is done with it there.
func onlyFilled(fa *ssa.FieldAddr) ssa.Value {
	refs := *fa.Referrers()
	if len(refs) != 1 {
		return nil
	}
	if st, ok := refs[0].(*ssa.Store); ok && st.Addr == ssa.Value(fa) {
		return st.Val
	}
	return nil
}

// tombstones reports whether a queue has tombstones in it: it is made here, knows which
// objects there were by a store of client-go, and does not unwrap.
func (r *resolver) tombstones(v ssa.Value) bool {
	call := r.call(v)
	if call == nil {
		return false
	}
	obj := ssautil.Callee(&call.Call)
	if obj == nil {
		return false
	}
	makes, options := clientgo.NewQueue(obj)
	args := call.Call.Args
	switch {
	case !makes || len(args) == 0:
		return false
	case !options:
		return isStore(args[len(args)-1])
	}
	load, ok := args[0].(*ssa.UnOp)
	if !ok {
		return false
	}
	literal, ok := load.X.(*ssa.Alloc)
	if !ok {
		return false
	}
	known := false
	for _, ref := range *literal.Referrers() {
		switch i := ref.(type) {
		case *ssa.FieldAddr:
			name, only := ssautil.FieldName(i.X.Type(), i.Field), onlyFilled(i)
			if only == nil || !clientgo.KeepsTombstones(name) {
				return false
			}
			known = known || name == clientgo.KnownObjects && isStore(only)
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return false
		}
	}
	return known
}

// call is the call that makes a queue, also through a variable that is filled once.
func (r *resolver) call(v ssa.Value) *ssa.Call {
	for range 4 {
		switch x := v.(type) {
		case *ssa.Call:
			return x
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.UnOp:
			a, ok := x.X.(*ssa.Alloc)
			if !ok {
				return nil
			}
			if v = ssautil.OnlyStored(a); v == nil {
				return nil
			}
		default:
			return nil
		}
	}
	return nil
}

// isStore reports whether what a queue asks for the objects that there were is a store
// of client-go's, and not something that may say what it wants.
func isStore(v ssa.Value) bool {
	for {
		c, ok := v.(*ssa.ChangeInterface)
		if !ok {
			return types.IsInterface(v.Type()) && clientgo.IsStore(v.Type())
		}
		v = c.X
	}
}

// sources are where what is used as s comes from: of a function that makes it, where
// what that returns comes from.
func (r *resolver) sources(v ssa.Value, s Sink) []source {
	out := r.trace(v, 0)
	if !s.Made {
		return out
	}
	var made []source
	for _, o := range out {
		if o.fn == nil {
			made = append(made, o)
			continue
		}
		for _, b := range o.fn.Fn.Blocks {
			if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(ret.Results) == 1 {
				for _, of := range r.trace(ret.Results[0], 1) {
					if of.fn == nil {
						of = source{} // its own parameter is something else than a maker
					}
					made = append(made, of)
				}
			}
		}
	}
	return made
}
