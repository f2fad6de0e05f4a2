package interp

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/effect"
	"github.com/informerlint/informerlint/internal/handlers/frame"
	"github.com/informerlint/informerlint/internal/handlers/hop"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/handlers/value"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// builtin interprets delete and the like.
func (x *site) builtin(b *ssa.Builtin) value.Value {
	switch b.Name() {
	case "delete":
		name := effect.Place(x.c.Args[0])
		e := &Effect{Key: "map " + name, Name: name, Pos: x.instr.Pos(), UID: x.args[1].OfUID(), Frees: true, how: frame.Manner(x.instr)}
		if x.uid {
			e.Key = "delete " + name
		}
		x.asks(x.args[1])
		if x.args[1].Kind == value.NoKey || x.fr.Made(x.args[0].Ref) {
			return value.Value{} // there is no such entry, or nobody else has the map
		}
		e.Entry = value.EntryOf(x.c.Args[0], x.args[1], value.Value{})
		x.effect(x.fr, x.s, e, x.args[1])
		return value.Value{}
	case "clear":
		_, isMap := x.c.Args[0].Type().Underlying().(*types.Map)
		if name := effect.Place(x.c.Args[0]); isMap && !x.uid && !x.fr.Made(x.args[0].Ref) {
			x.effect(x.fr, x.s, &Effect{Key: "map " + name, Name: name, Pos: x.instr.Pos(), Frees: true, how: frame.Manner(x.instr)})
		}
		return value.Value{}
	case "ssa:wrapnilchk":
		return x.args[0]
	case "len":
		switch {
		case x.args[0].Gone():
			return value.Value{}
		case x.args[0].Kind == value.NoKey:
			return value.Value{Kind: value.Text, Part: "0"}
		}
	case "close": // of a worker's, which somebody waits for; a handler's own work is told by other things
		if name := effect.Place(x.c.Args[0]); x.gone && !x.fr.Made(x.args[0].Ref) {
			x.effect(x.fr, x.s, &Effect{Key: "close " + name, Name: name, Pos: x.instr.Pos(), how: frame.Manner(x.instr)})
		}
		return value.Value{}
	case "panic", "print", "println", "recover":
		return value.Value{}
	}
	return value.Taint(x.args...)
}

// declared interprets a call of a function that opens tombstones, by the
// config file: it does, and returns, the same for a tombstone as for the
// object in it. shift is how many of args stand before the first parameter.
func (x *site) declared(shift int) (value.Value, bool) {
	if x.uid {
		return value.Value{}, false
	}
	says := x.in.known.Declared.Of(x.fn)
	n := slices.IndexFunc(says, func(d clientgo.Declaration) bool {
		k := d.Param + shift
		return d.Act == clientgo.Opens && k < len(x.args) && x.args[k].Whole()
	})
	if n < 0 {
		return value.Value{}, false
	}
	arg := x.args[says[n].Param+shift]
	res := x.fn.Signature().Results()
	if res.Len() == 0 {
		x.effect(x.fr, x.s, &Effect{Key: clientgo.FuncName(x.fn), Name: x.fn.Name(), Pos: x.instr.Pos(), how: frame.Manner(x.instr)}, x.args...)
		return value.Value{}, true
	}
	out := make([]value.Value, res.Len())
	for i := range out {
		switch typ := res.At(i).Type(); {
		case ssautil.IsError(typ):
			out[i] = value.Of(value.Nil)
		case clientgo.IsAny(typ), clientgo.IsObject(typ):
			out[i] = value.Value{Kind: value.Object, From: arg.From}
		case ssautil.IsBool(typ):
			out[i] = value.Of(value.True)
		default:
			out[i] = value.Value{Kind: value.Derived, From: arg.From}
		}
	}
	return value.Pack(out), true
}

// keyCall interprets a key function: what it returns for a tombstone, for an object, and
// for nil: the methods of a nil pointer panic, and a nil interface has none.
func (x *site) keyCall(k clientgo.KeyFunc, name string) []*state {
	arg := value.Value{}
	if n := len(x.args); n > 0 {
		arg = x.s.Pointed(x.args[n-1])
	}
	key := value.Value{Kind: value.Derived, From: arg.From, Part: clientgo.PartName, Self: arg.Whole()}
	if arg.Kind == value.Object && k.Object {
		key = arg
	}
	err := value.Value{}
	switch {
	case arg.Kind == value.Object, arg.Kind == value.Tomb && k.Takes:
		err = value.Of(value.Nil)
	case arg.Left() && arg.Kind == value.NonNil:
		if k.Accessor || !clientgo.NilPanics(arg.Type) {
			break
		}
		x.crash(x.fr, x.s, x.instr, MissDeref)
		return nil
	case arg.Kind == value.Tomb, arg.Left():
		x.miss(x.s, Miss{Instr: x.instr, Frame: x.fr, Kind: MissKey, After: x.s.flags&recognised != 0, KeyFunc: name})
		key, err = value.NoKeyOf(x.instr), value.Of(value.NonNil)
	}
	return x.gives(value.Value{Kind: value.Tuple, Elems: []value.Value{key, err}})
}

// noteForward remembers that a function value or interface gets the objects
// as they came: it is a handler as well.
func (x *site) noteForward() {
	f := Forward{Callee: x.c.Value, Flags: x.s.flags}
	n := 0
	for _, a := range x.args {
		if a.Kind == value.Tomb || a.Kind == value.Object && x.uid {
			n++
		}
	}
	if x.uid && n > 0 && !x.c.IsInvoke() {
		x.Hands = append(x.Hands, Hand{x.c.Value, registered.ArgsOf(x.args), x.s.flags})
	}
	if x.c.IsInvoke() {
		f.Method = x.c.Method.Name()
		if f.Role = clientgo.HandlerMethods(x.c.Value.Type())[f.Method]; f.Role == clientgo.NoHandler && !x.uid && n == 1 && len(x.args) == 1 {
			f.Role, f.Own = clientgo.OnDelete, true
			x.Calls = append(x.Calls, f)
			return
		}
	} else if sig := x.c.Signature(); !x.uid && n == 1 {
		f.Role = clientgo.OnDelete
		if sig.Params().Len() > 1 {
			f.Args = registered.ArgsOf(x.args)
		}
	} else if clientgo.IsHandlerFunc(sig) && x.uid && n == 2 && sig.Params().Len() == 2 {
		f.Role = clientgo.OnUpdate
	}
	if f.Role != clientgo.NoHandler && n > 0 {
		x.Forwards = append(x.Forwards, f)
	}
}

// opaque interprets a call of which nothing is known: it is an effect, unless
// it logs or counts, or is used only for what it returns.
func (x *site) opaque() value.Value {
	all := append([]value.Value{x.recv}, x.args...)
	out := value.Taint(all...)
	forgets := x.accepts && x.c.IsInvoke() && clientgo.Forgets(x.c.Value.Type(), x.fn)
	switch {
	case forgets:
		out = value.Value{} // that it fails says nothing of the tombstone
	case x.fn == nil || len(x.args) != 1:
	case x.fn.Name() == "IsZero" && x.args[0].Of != "":
		out.Of = x.args[0].Of + value.IsZero
	case !x.uid && clientgo.SplitsKey(x.fn) && x.args[0].IsName():
		return value.Pack([]value.Value{x.args[0], x.args[0], out}) // what is put together again is the same key
	}
	if x.fn != nil && clientgo.Quiet(x.fn) {
		x.GaveUp = x.GaveUp || x.complete && clientgo.Rouses(x.fn)
		switch res := x.fn.Signature().Results(); {
		case len(x.args) > 0 && clientgo.MakesError(x.fn):
			return value.Of(value.NonNil)
		case res.Len() == 1 && types.Identical(res.At(0).Type(), types.Typ[types.String]):
			return value.Key(all...)
		}
		return out
	}
	if x.uid && value.From(all) == Both && value.Wholes(all) == Both {
		// It gets both objects and may compare their UIDs.
		x.s.flags |= SawUID
		x.note(x.s, record{kind: Asked, frame: x.fr, instr: x.instr, pos: x.instr.Pos()})
	}
	if to, _ := hop.Into(x.instr); to == nil && !forgets { // a queue does not look at what it gets
		x.asked(x.fr, x.instr, x.args, x.s)
	}
	e, recv := x.work()
	if x.keep(all) || effect.Weak(x.c, e.Name, x.result, x.fr) {
		return out
	}
	if recv != nil && clientgo.IsQueue(recv) {
		e.Queue, e.Frees = true, false
		if x.c.IsInvoke() {
			_, put := hop.Into(x.instr)
			e.To, e.OwnKey = hop.Place(x.c.Value), put != nil && x.s.Eval(put).OwnKey()
			e.Into = []hop.Site{{Of: x.c.Value, Key: put, In: x.fr}}
		}
	}
	if x.keyless(e) {
		return out
	}
	e.UID = x.keyed()
	if x.fn != nil && clientgo.IsSyncMap(x.fn) && len(x.args) > 1 {
		e.Place, e.Fresh = effect.Place(x.c.Args[0]), x.fn.Name() == "LoadOrStore"
		e.Frees = e.Frees || clientgo.SyncMapTakes(x.fn.Name())
		e.Named = x.args[1].Kind == value.Derived && x.args[1].Part == clientgo.PartName
		if x.fn.Name() != "Range" {
			e.Entry = value.EntryOf(x.c.Args[0], x.args[1], value.Taint(x.args[2:]...))
		}
	}
	e.Gives = x.elsewhere()
	x.effect(x.fr, x.s, e, all...)
	return out
}

// work says what the call does to what, and the type of its receiver if it has one.
func (x *site) work() (e *Effect, recv types.Type) {
	e = &Effect{Pos: x.instr.Pos(), how: frame.Manner(x.instr)}
	switch {
	case x.c.IsInvoke():
		e.Name, e.Key, recv = x.c.Method.Name(), effect.CallKey(x.c, x.c.Method), x.c.Value.Type()
	case x.fn != nil:
		e.Name, e.Key = x.fn.Name(), effect.CallKey(x.c, x.fn)
		if r := x.fn.Signature().Recv(); r != nil {
			recv = r.Type()
		}
	default:
		e.Name = effect.Place(x.c.Value)
		e.Key = "call of " + e.Name
	}
	e.Frees, e.Lesser = clientgo.Releases(e.Name), effect.Lesser(x.c)
	return e, recv
}
