package interp

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// callInstr interprets a call. result is nil for defer and go: they are taken
// to run at once, which makes no difference to what is done in the end.
func (t *Trail) callInstr(fr *Frame, instr ssa.Instruction, c *ssa.CallCommon, result ssa.Value, s *state) []*state {
	args := make([]val, len(c.Args))
	for i, a := range c.Args {
		args[i] = s.eval(a)
	}
	set := func(s *state, v val) []*state {
		if result != nil {
			s.set(result, v)
		}
		return []*state{s}
	}
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return set(s, t.builtin(fr, b, instr, c, args, s))
	}

	var fn *ssa.Function
	var free []val
	if c.IsInvoke() {
		recv := s.eval(c.Value)
		if recv.k == isNil && t.live(fr, s, instr, MissDeref) {
			return nil
		}
		if part, ok := getter(c.Method, recv); ok {
			return set(s, part)
		}
		if v, ok := t.declared(fr, instr, c.Method, 0, args, s); ok {
			return set(s, v)
		}
		t.noteForward(fr, s, c, args)
		return set(s, t.opaque(fr, instr, c, c.Method, recv, args, result, s))
	}
	if callee := c.StaticCallee(); callee != nil {
		fn = callee
		if mc, ok := c.Value.(*ssa.MakeClosure); ok {
			for _, b := range mc.Bindings {
				free = append(free, s.eval(b))
			}
		}
	} else if v := s.eval(c.Value); v.k == closure {
		fn, free = v.ref.(*ssa.Function), v.elems
	} else {
		if g := ssautil.Global(c.Value); g != nil {
			if k, ok := t.in.keyFunc(clientgo.VarName(g.Object())); ok {
				return t.keyCall(fr, instr, k, clientgo.VarName(g.Object()), args, result, s)
			}
		}
		t.noteForward(fr, s, c, args)
		return set(s, t.opaque(fr, instr, c, nil, val{}, args, result, s))
	}

	obj, _ := fn.Object().(*types.Func)
	if obj == nil && fn.Origin() != nil {
		obj, _ = fn.Origin().Object().(*types.Func)
	}
	body := fn
	if o := fn.Origin(); o != nil && len(o.Blocks) > 0 {
		body = o
	}
	if method := ssautil.Bound(fn); method != nil && len(free) > 0 {
		// A method value: the receiver is what it has captured.
		args, free, body, obj = append([]val{free[0]}, args...), nil, method, ssautil.Object(method)
		if len(method.Blocks) == 0 {
			return set(s, t.opaque(fr, instr, c, obj, val{}, args, result, s))
		}
	}
	if obj != nil {
		name := clientgo.FuncName(obj)
		if clientgo.NoReturn(obj) {
			t.live(fr, s, instr, MissThrow)
			return nil
		}
		shift := 0
		if obj.Signature().Recv() != nil {
			shift = 1
		}
		if v, ok := t.declared(fr, instr, obj, shift, args, s); ok {
			return set(s, v)
		}
		if k, ok := t.in.keyFunc(name); ok {
			return t.keyCall(fr, instr, k, name, args, result, s)
		}
		if clientgo.DeepEqual(obj) && t.uid && len(args) >= 2 {
			return set(s, t.equals(fr, instr, args[len(args)-2], args[len(args)-1], s))
		}
		if obj.Signature().Recv() != nil && len(args) > 0 {
			if part, ok := getter(obj, args[0]); ok {
				return set(s, part)
			}
		}
	}
	t.in.Need(body)
	if len(body.Blocks) > 0 && fr.depth < maxDepth && !recursive(fr, body) && (t.matters(args, free) || !t.in.changesNothing(body, 0)) {
		if obj != nil && clientgo.Quiet(obj) {
			return set(s, taint(args...))
		}
		inner := &Frame{Fn: body, Call: instr, Up: fr, depth: fr.depth + 1}
		var out []*state
		ends := t.call(inner, args, free, s)
		for i, e := range ends {
			next := s
			if i < len(ends)-1 {
				next = s.clone()
			}
			next.mem, next.flags, next.past = e.mem, e.Flags, e.past
			out = append(out, set(next, pack(e.results))...)
		}
		return out
	}
	if obj != nil {
		if sum, ok := t.in.known.Helpers[clientgo.FuncName(obj)]; ok {
			if out := t.apply(fr, instr, c, sum, obj, args, result, s); out != nil {
				return out
			}
		}
	}
	if len(body.Blocks) > 0 && t.in.changesNothing(body, 0) {
		t.asked(fr, instr, args, s)
		return set(s, taint(args...))
	}
	return set(s, t.opaque(fr, instr, c, obj, val{}, args, result, s))
}

// matters reports whether a call has to be looked into: it gets an object,
// something derived from one, or a function.
func (t *Trail) matters(args, free []val) bool {
	for _, a := range slices.Concat(args, free) {
		if a.k != unknown {
			return true
		}
	}
	return false
}

func recursive(fr *Frame, fn *ssa.Function) bool {
	for ; fr != nil; fr = fr.Up {
		if fr.Fn == fn {
			return true
		}
	}
	return false
}

func pack(results []val) val {
	switch len(results) {
	case 0:
		return val{}
	case 1:
		return results[0]
	}
	return val{k: tuple, elems: results}
}

// getter interprets the accessors of an object: obj.GetUID().
func getter(fn *types.Func, recv val) (val, bool) {
	if fn.Signature().Params().Len() != 0 || recv.k != object && (recv.k != derived || recv.part != partMeta) {
		return val{}, false
	}
	switch name := fn.Name(); name {
	case "DeepCopy", "DeepCopyObject":
		return recv, true
	case "GetName", "GetNamespace":
		return val{k: derived, from: recv.from, part: partName}, true
	case "GetObjectMeta":
		return val{k: derived, from: recv.from, part: partMeta}, true
	default:
		if part := clientgo.Meta(name); part != "" {
			return val{k: derived, from: recv.from, part: part}, true
		}
	}
	return val{}, false
}

// builtin interprets delete and the like.
func (t *Trail) builtin(fr *Frame, b *ssa.Builtin, instr ssa.Instruction, c *ssa.CallCommon, args []val, s *state) val {
	switch b.Name() {
	case "delete":
		name := placeName(c.Args[0])
		e := &Effect{Key: "map " + name, Name: name, Pos: instr.Pos(), Frees: true}
		if t.uid {
			e.Key = "delete " + name
		}
		if args[1].k == derived && args[1].part == partUID {
			e.UID = args[1].from
		}
		t.effect(fr, s, e, args[1])
		return val{}
	case "panic", "print", "println", "close", "recover", "ssa:wrapnilchk":
		if b.Name() == "ssa:wrapnilchk" {
			return args[0]
		}
		return val{}
	}
	return taint(args...)
}

// keyCall interprets a key function: what it returns for a tombstone, and for
// an object.
func (t *Trail) keyCall(fr *Frame, instr ssa.Instruction, k clientgo.KeyFunc, name string, args []val, result ssa.Value, s *state) []*state {
	x := val{}
	if len(args) > 0 {
		x = args[len(args)-1]
	}
	key := val{k: derived, from: x.from, part: partName}
	if x.k == object && name == "k8s.io/apimachinery/pkg/api/meta.Accessor" {
		key = x
	}
	v := val{k: tuple, elems: []val{key, {}}}
	switch {
	case x.k == object:
		v.elems[1] = val{k: isNil}
	case x.k == tomb && k.Takes:
		v.elems[1] = val{k: isNil}
	case x.k == tomb:
		t.miss(s, Miss{Instr: instr, Frame: fr, Kind: MissKey, After: s.flags&recognised != 0, KeyFunc: name})
		v = val{k: tuple, elems: []val{{}, {k: nonNil}}}
		if sig, ok := instr.(ssa.Value); ok {
			if tup, ok := sig.Type().(*types.Tuple); ok && tup.Len() > 0 {
				v.elems[0] = zero(tup.At(0).Type())
			}
		}
	}
	if result != nil {
		s.set(result, v)
	}
	return []*state{s}
}

// noteForward remembers that a function value or interface gets the objects
// as they came: it is a handler as well.
func (t *Trail) noteForward(fr *Frame, s *state, c *ssa.CallCommon, args []val) {
	role := clientgo.NoHandler
	f := Forward{Callee: c.Value, Flags: s.flags}
	n := 0
	for _, a := range args {
		if a.k == tomb || a.k == object && t.uid {
			n++
		}
	}
	if c.IsInvoke() {
		f.Method = c.Method.Name()
		role = clientgo.HandlerMethods(c.Value.Type())[f.Method]
	} else if sig := c.Signature(); clientgo.IsHandlerFunc(sig) {
		switch {
		case !t.uid && n == 1 && sig.Params().Len() == 1 && sig.Results().Len() == 0:
			role = clientgo.OnDelete
		case t.uid && n == 2 && sig.Params().Len() == 2:
			role = clientgo.OnUpdate
		}
	}
	if role != clientgo.NoHandler && n > 0 {
		f.Role = role
		t.Forwards = append(t.Forwards, f)
	}
}

// opaque interprets a call of which nothing is known: it is an effect, unless
// it logs or counts, or is used only for what it returns.
func (t *Trail) opaque(fr *Frame, instr ssa.Instruction, c *ssa.CallCommon, fn *types.Func, recv val, args []val, result ssa.Value, s *state) val {
	all := append([]val{recv}, args...)
	out := taint(all...)
	if fn != nil && clientgo.Quiet(fn) {
		if len(args) > 0 && isErrorMaker(fn) {
			return val{k: nonNil}
		}
		return out
	}
	if t.uid && fromOf(all) == Both && wholes(all) == Both {
		// It gets both objects and may compare their UIDs.
		s.flags |= SawUID
		t.note(s, record{kind: Asked, frame: fr, instr: instr, pos: instr.Pos()})
	}
	t.asked(fr, instr, args, s)
	name, key := "", ""
	var recvType types.Type
	switch {
	case c.IsInvoke():
		name, key, recvType = c.Method.Name(), clientgo.FuncName(c.Method), c.Value.Type()
		key += " of " + placeName(c.Value)
	case fn != nil:
		name, key = fn.Name(), clientgo.FuncName(fn)
		if recv := fn.Signature().Recv(); recv != nil {
			recvType = recv.Type()
			if len(c.Args) > 0 {
				key += " of " + placeName(c.Args[0])
			}
		}
	default:
		name = placeName(c.Value)
		key = "call of " + name
	}
	if weak(c, name, result) {
		return out
	}
	e := &Effect{Key: key, Name: name, Pos: instr.Pos(), Frees: clientgo.Releases(name)}
	if recvType != nil && clientgo.IsQueue(recvType) {
		e.Queue, e.Frees = true, false
	}
	for _, a := range args {
		if a.k == derived && a.part == partUID {
			e.UID |= a.from
		}
	}
	if fn != nil && clientgo.IsSyncMap(fn) && len(args) > 1 {
		e.Place, e.Fresh = placeName(c.Args[0]), fn.Name() == "LoadOrStore"
		e.Named = args[1].k == derived && args[1].part == partName
	}
	t.effect(fr, s, e, all...)
	return out
}

func isErrorMaker(fn *types.Func) bool {
	res := fn.Signature().Results()
	return res.Len() == 1 && ssautil.IsError(res.At(0).Type()) && fn.Pkg() != nil && (fn.Pkg().Path() == "fmt" || fn.Pkg().Path() == "errors")
}
