package resolve

import (
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A process function is no handler: a controller that is made by hand hands it what it
// takes out of its queue, lists of deltas. The object of one that is a deletion may be a
// tombstone, as what a Delete handler gets.

// processes returns what a function in such a field is used as. It is called with
// tombstones if the structure is given to client-go and to nobody else, who might put
// another function there, and its queue is one of client-go's that makes tombstones.
func (r *resolver) processes(fa *ssa.FieldAddr, st *ssa.Store) sinks {
	conf, ok := fa.X.(*ssa.Alloc)
	if !ok || conf.Parent() != st.Parent() {
		return nil
	}
	var store ssa.Value
	run := false
	for _, ref := range *conf.Referrers() {
		switch i := ref.(type) {
		case *ssa.FieldAddr:
			only := onlyFilled(i)
			switch ssautil.FieldName(i.X.Type(), i.Field) {
			case clientgo.QueueField:
				if only == nil {
					return nil
				}
				if store = known(only); store == nil {
					return nil
				}
			case clientgo.BatchField:
				return nil
			default:
				if i.Field == fa.Field && only == nil {
					return nil
				}
			}
		case *ssa.Call:
			obj := ssautil.Callee(&i.Call)
			if obj == nil || !clientgo.NewController(obj) {
				return nil
			}
			run = true
		case *ssa.DebugRef:
		default:
			return nil
		}
	}
	if store == nil || !run {
		return nil
	}
	return sinks{{Role: clientgo.OnDelete, Style: clientgo.Untyped, Open: true, Args: registered.OfProcess(keyed(store))}}
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

// known returns the store by which a queue knows which objects there were, if the queue
// has tombstones in it: it is made here, and does not unwrap, and the store is one of
// client-go's, and not something that may say what it wants.
func known(queue ssa.Value) ssa.Value {
	made := call(queue)
	if made == nil {
		return nil
	}
	args, obj := made.Call.Args, ssautil.Callee(&made.Call)
	if obj == nil || len(args) == 0 {
		return nil
	}
	switch makes, options := clientgo.NewQueue(obj); {
	case !makes:
		return nil
	case options:
		return knownOf(args[0])
	}
	return storeOf(args[len(args)-1])
}

// knownOf finds it in the options of a queue, a literal.
func knownOf(options ssa.Value) (store ssa.Value) {
	load, ok := options.(*ssa.UnOp)
	if !ok {
		return nil
	}
	literal, ok := load.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	for _, ref := range *literal.Referrers() {
		switch i := ref.(type) {
		case *ssa.FieldAddr:
			name, only := ssautil.FieldName(i.X.Type(), i.Field), onlyFilled(i)
			if only == nil || !clientgo.KeepsTombstones(name) {
				return nil
			}
			if name == clientgo.KnownObjects {
				store = storeOf(only)
			}
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return nil
		}
	}
	return store
}

func storeOf(v ssa.Value) ssa.Value {
	for {
		c, ok := v.(*ssa.ChangeInterface)
		if !ok {
			break
		}
		v = c.X
	}
	if !clientgo.IsStore(v.Type()) {
		return nil
	}
	return v
}

// keyed reports whether a store is made with a function that knows the key of a
// tombstone.
func keyed(store ssa.Value) bool {
	made := call(store)
	if made == nil {
		return false
	}
	obj := ssautil.Callee(&made.Call)
	if obj == nil || !clientgo.StoreKey(obj) {
		return false
	}
	key := made.Call.Args[0]
	if c, ok := key.(*ssa.ChangeType); ok {
		key = c.X
	}
	fn, ok := key.(*ssa.Function)
	if !ok || ssautil.Object(fn) == nil {
		return false
	}
	k, ok := clientgo.KeyFuncOf(clientgo.FuncName(ssautil.Object(fn)))
	return ok && k.Takes
}

// call is the call that a value comes from, also through a variable that is filled once.
func call(v ssa.Value) *ssa.Call {
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
