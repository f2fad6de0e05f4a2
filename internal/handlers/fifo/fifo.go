// Package fifo tells which functions process what comes out of a queue of client-go's
// with tombstones in it.
//
// A process function is no handler: a controller that is made by hand hands it what it
// takes out of its queue, lists of deltas. The object of one that is a deletion may be a
// tombstone, as what a Delete handler gets.
package fifo

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// Tombstones reports whether what is put into the field of a process function is called
// with tombstones: the structure is given to client-go and to nobody else, who might put
// another function there, and its queue is one of client-go's that makes tombstones.
// And whether the store behind the queue takes them.
func Tombstones(fa *ssa.FieldAddr, st *ssa.Store) (gets, takes bool) {
	conf, ok := fa.X.(*ssa.Alloc)
	if !ok || conf.Parent() != st.Parent() {
		return false, false
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
					return false, false
				}
				if store = known(only); store == nil {
					return false, false
				}
			case clientgo.BatchField:
				return false, false
			default:
				if i.Field == fa.Field && only == nil {
					return false, false
				}
			}
		case *ssa.Call:
			obj := ssautil.Callee(&i.Call)
			if obj == nil || !clientgo.NewController(obj) {
				return false, false
			}
			run = true
		case *ssa.DebugRef:
		default:
			return false, false
		}
	}
	if store == nil || !run {
		return false, false
	}
	return true, keyed(store)
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

// PlainTypes reports whether a process function, and what it leads to in its package, uses the
// types of deltas only to branch by what they are equal to, and to print them. Where a helper,
// a set or a variable stands in between, it is not known which deltas get where: one that is
// no deletion is no tombstone.
func PlainTypes(process *ssa.Function, need func(*ssa.Function)) bool {
	seen := map[*ssa.Function]bool{process: true}
	for queue := []*ssa.Function{process}; len(queue) > 0; queue = queue[1:] {
		fn := queue[0]
		need(fn)
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if !plainType(instr) {
					return false
				}
				for _, op := range instr.Operands(nil) {
					callee, ok := (*op).(*ssa.Function)
					if ok && !seen[callee] && callee.Package() == process.Package() {
						seen[callee] = true
						queue = append(queue, callee)
					}
				}
			}
		}
	}
	return true
}

func plainType(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.FieldAddr:
		return !clientgo.IsDeltaType(i.X.Type(), ssautil.FieldName(i.X.Type(), i.Field)) || all(i, loaded)
	case *ssa.Field:
		return !clientgo.IsDeltaType(i.X.Type(), ssautil.FieldName(i.X.Type(), i.Field)) || all(i, plain)
	}
	return true
}

func all(v ssa.Value, is func(ssa.Instruction) bool) bool {
	return !slices.ContainsFunc(*v.Referrers(), func(i ssa.Instruction) bool {
		_, debug := i.(*ssa.DebugRef)
		return !debug && !is(i)
	})
}

// loaded: what is done with the address of a type.
func loaded(i ssa.Instruction) bool {
	load, ok := i.(*ssa.UnOp)
	return ok && all(load, plain)
}

// plain: a branch by what a type is equal to; or it becomes an any, as what is printed does.
func plain(i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.MakeInterface:
		return true
	case *ssa.BinOp:
		_, x := i.X.(*ssa.Const)
		_, y := i.Y.(*ssa.Const)
		return (x || y) && all(i, func(by ssa.Instruction) bool { _, branch := by.(*ssa.If); return branch })
	}
	return false
}
