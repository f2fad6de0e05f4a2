package interp

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/frame"
	"github.com/informerlint/informerlint/internal/handlers/value"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A site is a call that is being interpreted, with what its operands are.
type site struct {
	*Trail
	fr     *Frame
	instr  ssa.Instruction
	c      *ssa.CallCommon
	result ssa.Value // nil for defer and go
	s      *state

	recv value.Value // of a call through an interface
	args []value.Value
	free []value.Value // what the closure that is called has captured

	fn   *types.Func   // the function or method; nil for a function literal or value
	body *ssa.Function // what runs; nil if that is not known
}

// callInstr interprets a call. result is nil for defer and go: they are taken
// to run at once, which makes no difference to what is done in the end.
func (t *Trail) callInstr(fr *Frame, instr ssa.Instruction, c *ssa.CallCommon, result ssa.Value, s *state) []*state {
	x := &site{Trail: t, fr: fr, instr: instr, c: c, result: result, s: s, args: make([]value.Value, len(c.Args))}
	for i, a := range c.Args {
		x.args[i] = s.Given(a)
	}
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return x.gives(x.builtin(b))
	}
	if c.IsInvoke() {
		return x.invoke()
	}
	if callee := c.StaticCallee(); callee != nil {
		if mc, ok := c.Value.(*ssa.MakeClosure); ok {
			for _, b := range mc.Bindings {
				x.free = append(x.free, s.Eval(b))
			}
		}
		return x.function(callee)
	}
	if v := s.Eval(c.Value); v.Kind == value.Closure {
		x.free = v.Elems
		return x.function(v.Ref.(*ssa.Function))
	}
	if g := ssautil.Global(c.Value); g != nil {
		if k, ok := t.in.keyFunc(clientgo.VarName(g.Object())); ok {
			return x.keyCall(k, clientgo.VarName(g.Object()))
		}
	}
	if x.complete {
		if out := x.stored(); out != nil {
			return out
		}
	}
	x.noteForward()
	return x.unknown()
}

// gives goes on with the result of the call.
func (x *site) gives(v value.Value) []*state { return x.givesIn(x.s, v) }

func (x *site) givesIn(s *state, v value.Value) []*state {
	if x.result != nil {
		s.Set(x.result, v)
	}
	return []*state{s}
}

// invoke interprets a call through an interface.
func (x *site) invoke() []*state {
	x.fn, x.recv = x.c.Method, x.s.Eval(x.c.Value)
	if x.recv.Kind == value.Nil {
		x.crash(x.fr, x.s, x.instr, MissDeref)
		return nil
	}
	if part, ok := x.recv.Getter(x.fn); ok {
		return x.gives(part)
	}
	if v, ok := x.declared(0); ok {
		return x.gives(v)
	}
	if v, ok := x.lookUp(); ok {
		return x.gives(v)
	}
	if m := x.method(); m != nil {
		x.args = append([]value.Value{x.recv}, x.args...)
		return x.function(m)
	}
	x.noteForward()
	return x.unknown()
}

// function interprets a call of a function that is known.
func (x *site) function(fn *ssa.Function) []*state {
	x.fn, _ = fn.Object().(*types.Func)
	x.body = fn
	if o := fn.Origin(); o != nil {
		if x.fn == nil {
			x.fn = ssautil.Object(o)
		}
		if len(o.Blocks) > 0 {
			x.body = o
		}
	}
	if method := ssautil.Bound(fn); method != nil && len(x.free) > 0 {
		// A method value: the receiver is what it has captured.
		x.args, x.free = append([]value.Value{x.free[0]}, x.args...), nil
		x.body, x.fn = method, ssautil.Object(method)
		if len(method.Blocks) == 0 {
			return x.unknown()
		}
	}
	if x.fn != nil {
		if out, known := x.modelled(); known {
			return out
		}
	}
	x.in.need(x.body)
	if x.enters() {
		if x.fn != nil && clientgo.Quiet(x.fn) {
			x.GaveUp = x.GaveUp || x.complete && clientgo.Rouses(x.fn)
			return x.gives(value.Taint(x.args...))
		}
		return x.enter()
	}
	if x.works != nil && x.fr.Worker {
		x.works.skipped[x.body] = true
	}
	if x.fn != nil {
		if h, ok := x.in.known.Helpers[clientgo.FuncName(x.fn)]; ok {
			if out, known := x.helper(h); known {
				return out
			}
		}
	}
	if len(x.body.Blocks) > 0 && x.in.quiet.ChangesNothing(x.body) {
		x.asked(x.fr, x.instr, x.args, x.s)
		x.GaveUp = x.GaveUp || x.s.Lends(x.fn, x.args)
		return x.gives(value.Taint(x.args...))
	}
	return x.unknown()
}

// modelled interprets a call of a function that a table or the config file
// says something about.
func (x *site) modelled() (out []*state, known bool) {
	if clientgo.NoReturn(x.fn) {
		x.crash(x.fr, x.s, x.instr, MissThrow)
		return nil, true
	}
	if v, ok := x.lookUp(); ok {
		return x.gives(v), true
	}
	if x.set() {
		return x.gives(value.Taint(x.args...)), true
	}
	if v, ok := x.s.AsksError(x.fn, x.args); ok && !x.uid {
		return x.gives(v), true
	}
	if v, ok := x.s.Convert(x.fn, x.args); ok {
		return x.gives(v), true
	}
	shift := ssautil.Shift(x.fn)
	if v, ok := x.declared(shift); ok {
		return x.gives(v), true
	}
	if clientgo.DeltaOf(x.fn) && len(x.args) > 0 && x.args[0].Kind == value.Deltas {
		return x.gives(x.args[0].One()), true
	}
	name := clientgo.FuncName(x.fn)
	if k, ok := x.in.keyFunc(name); ok {
		return x.keyCall(k, name), true
	}
	if n := len(x.args); clientgo.DeepEqual(x.fn) && x.uid && n >= 2 {
		return x.gives(x.equals(x.fr, x.instr, x.args[n-2], x.args[n-1], x.s)), true
	}
	if shift == 1 && len(x.args) > 0 {
		if part, ok := x.args[0].Getter(x.fn); ok {
			return x.gives(part), true
		}
	}
	return nil, false
}

// enters reports whether the call is looked into: it gets an object, something
// derived from one, or a function, or has effects of its own.
func (x *site) enters() bool {
	if len(x.body.Blocks) == 0 || x.fr.Depth >= maxDepth || x.fr.Runs(x.body) || x.works != nil && x.in.outs.Takes(x.body) {
		return false
	}
	for _, a := range slices.Concat(x.args, x.free) {
		if a.Kind != value.Unknown && a.Kind != value.Text {
			return true
		}
	}
	return !x.fr.Worker && !x.in.quiet.ChangesNothing(x.body)
}

// enter interprets the function that is called, and goes on from each of its ends.
func (x *site) enter() []*state {
	if x.works != nil && x.fr.Worker {
		x.works.inside[x.body] = true
	}
	ends := x.call(&Frame{Fn: x.body, Call: x.instr, Up: x.fr, Depth: x.fr.Depth + 1, Worker: x.fr.Worker}, x.args, x.free, x.s)
	var out []*state
	for i, next := range x.s.goOn(ends) {
		out = append(out, x.givesIn(next, value.Pack(ends[i].results))...)
	}
	return out
}

// helper interprets a call of a helper in another package by its fact. It is
// not known what the call does if it may do, or compare, anything.
func (x *site) helper(sums []Helper) (out []*state, known bool) {
	off := ssautil.Shift(x.fn)
	at := slices.IndexFunc(sums, func(h Helper) bool {
		i := h.Param + off
		return i < len(x.args) && x.args[i].Whole()
	})
	if at < 0 {
		if slices.ContainsFunc(sums, func(h Helper) bool { i := h.Param + off; return i < len(x.args) && x.args[i].Lesser() }) {
			// It is for objects, and gets something else.
			x.note(x.s, record{kind: Asked, frame: x.fr, instr: x.instr, pos: x.instr.Pos()})
		}
		return nil, false
	}
	h := sums[at]
	arg, o := x.args[h.Param+off], h.Object
	if arg.Kind == value.Tomb {
		o = h.Tomb
	}
	idle := h.Object.Acts && !h.Tomb.Acts && slices.Equal(h.Tomb.Ends, h.Object.Ends)
	if o.Gives && !o.Acts || x.uid && o.Acts || idle && !h.Tomb.Dies && !x.fr.Sole(x.instr) {
		return nil, false // what else is done may be what matters
	}
	if o.Dies && arg.Kind == value.Tomb && !h.Object.Dies {
		x.miss(x.s, Miss{Instr: x.instr, Frame: x.fr, Kind: MissPanic, After: x.s.flags&recognised != 0})
		if len(o.Ends) == 0 {
			x.died(x.fr, x.s, x.instr, Panics)
			return nil, true
		}
	}
	if o.Acts {
		x.effect(x.fr, x.s, &Effect{Key: clientgo.FuncName(x.fn), Name: x.fn.Name(), Pos: x.instr.Pos(), Frees: clientgo.Releases(x.fn.Name()), how: frame.Manner(x.instr)}, x.args...)
	}
	if arg.Kind == value.Tomb && (idle && h.Object.Works || !slices.Equal(h.Tomb.Ends, h.Object.Ends)) {
		x.miss(x.s, Miss{Instr: x.instr, Frame: x.fr, Kind: MissAssert, After: x.s.flags&recognised != 0})
	}
	for j, e := range o.Ends {
		next := x.s
		if j < len(o.Ends)-1 {
			next = x.s.clone()
		}
		vals := make([]value.Value, len(e))
		for k := range vals {
			vals[k] = value.OfLetter(e[k], arg)
		}
		out = append(out, x.givesIn(next, value.Pack(vals))...)
	}
	return out, len(out) > 0
}
