package interp

import (
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

// spawnKey lets a function run at some time, with one parameter known; none is if
// its index is negative.
func (in *Interpretation) spawnKey(f *Frame, ins *ir.Instr, key string, param int, arg Value) {
	fn := in.set.Lookup(key)
	if fn == nil {
		return
	}
	self := Value{VFunc, -1, key}
	if param == 0 && !in.coarse { // else one for all objects: each may make one that leaves again
		self.Obj = arg.Obj
	}
	tk := threadKey{nil, nil, self}
	t := in.byKey[tk]
	if t == nil {
		if len(in.frames) >= in.limit {
			in.full = true
			return
		}
		t = &Thread{id: len(in.threads), Mode: clientgo.Later, ins: ins, from: f}
		in.byKey[tk] = t
		in.threads = append(in.threads, t)
		in.later[key] = true
		t.Top = in.newFrame(fn, nil, nil, t)
	}
	in.startedAt(t, f, ins)
	if param >= 0 && param < len(t.Top.regs) {
		in.assign(t.Top, ir.Reg(param), arg)
	}
}

// program returns the frame of a callee, made on first use; nil if it cannot
// be followed (unknown, recursive, too deep).
func (in *Interpretation) program(f *Frame, ins *ir.Instr, key string, obj int) *Frame {
	kk := kidKey{ins, key, obj}
	if kid := f.kids[kk]; kid != nil {
		return kid
	}
	fn := in.set.Lookup(key)
	if fn == nil {
		return nil
	}
	if f.depth >= in.deepest() || len(in.frames) >= in.limit {
		in.full = true
		return nil
	}
	for p := f; p != nil; p = p.parent {
		if p.Fn.Key == key {
			return nil
		}
	}
	kid := in.newFrame(fn, f, ins, f.thread)
	f.kids[kk] = kid
	return kid
}

func (in *Interpretation) mark(f *Frame, ins *ir.Instr) {
	if in.unknown[f] == nil {
		in.unknown[f] = make(map[*ir.Instr]bool)
	}
	in.unknown[f][ins] = true
}

func (in *Interpretation) call(f *Frame, ins *ir.Instr) {
	args := f.all(ins.Args)
	switch ins.Callee {
	case ir.CalleeStatic:
		in.enter(f, ins, Value{VFunc, -1, ins.Name}, args)
	case ir.CalleeInvoke:
		recvs := f.Get(ins.A)
		if len(recvs) == 0 && in.settled {
			in.stranger(f, ins, args)
		}
		for _, v := range recvs {
			in.invoke(f, ins, v, ins.Name, args)
		}
	case ir.CalleeValue:
		fns := f.Get(ins.A)
		if len(fns) == 0 && in.settled {
			in.stranger(f, ins, args)
		}
		for _, v := range fns {
			in.enter(f, ins, v, args)
		}
	}
}

// recurse gives a function that is under way what it is called with once more, so
// that its calls may be about that as well: who starts a tree starts what hangs on
// it. That there are several rounds, and in which order, is not followed.
func (in *Interpretation) recurse(f *Frame, key string, args []Values) {
	for p := f; p != nil && !in.set.Caches(); p = p.parent {
		if p.Fn.Key != key {
			continue
		}
		for i, a := range args {
			if i < p.Fn.Params && p.regs[i].AddAll(a) {
				p.stale = true
				in.change()
			}
		}
		return
	}
}

func (in *Interpretation) stranger(f *Frame, ins *ir.Instr, args []Values) {
	in.mark(f, ins)
	in.strange(f, ins)
	in.hollowResults(f, ins)
	for _, a := range args {
		in.escapeAll(f, ins, a)
	}
}

// invoke calls a method by the dynamic type of its receiver.
func (in *Interpretation) invoke(f *Frame, ins *ir.Instr, recv Value, name string, args []Values) {
	if recv.Kind == VLoc {
		o := in.objs[recv.Obj]
		if o.Typ != "" && recv.Key == "" {
			if fn := in.set.Lookup(o.Typ + "." + name); fn != nil {
				// Its key is kept with each call: not one that is made for it.
				in.enter(f, ins, Value{VFunc, -1, fn.Key}, append([]Values{{recv}}, args...))
				return
			}
		}
		if o.origin == oOpen || o.origin == oPlain {
			in.stranger(f, ins, append([]Values{{recv}}, args...))
			return
		}
	}
	if op := in.OpByName(recv, name); op != clientgo.OpNone {
		in.narrow(f, ins, op, recv)
		return
	}
	// A method of a function type, most often: it may call the function.
	in.stranger(f, ins, append([]Values{{recv}}, args...))
}

// narrow is the primitive that a call through a narrow interface is, which go
// starts as a thread of its own.
func (in *Interpretation) narrow(f *Frame, ins *ir.Instr, op clientgo.Op, recv Value) {
	if ins.Op != ir.OpCall || ir.CallMode(ins.Mode) != ir.CallGo || in.set.Caches() {
		in.primitive(f, ins, op, recv, "")
		return
	}
	t := in.directThread(f, ins, op)
	switch {
	case t.proto.op != op: // a factory and an informer, by one name
		in.stranger(f, ins, []Values{{recv}})
	case t.proto.recv.Add(recv):
		in.change()
	}
}

// enter calls a function value, or starts it as a thread for go.
func (in *Interpretation) enter(f *Frame, ins *ir.Instr, fn Value, args []Values) {
	if ir.CallMode(ins.Mode) == ir.CallGo && (ins.Op == ir.OpCall) {
		in.spawn(f, ins, fn, clientgo.Concurrent, args)
		return
	}
	switch fn.Kind {
	case VFunc:
		if fn.Obj < 0 && !ir.AnyTracked(ins.Results) && in.by.inert(fn.Key, 0) {
			in.idles(f, ins, fn.Key, args)
			return
		}
		if in.set.Caches() && in.set.Lookup(fn.Key) != nil && !in.concerns(fn, args) {
			in.skip(f, ins)
			return
		}
		if f.Fn != ir.MethodValue && in.leaves(ins, fn.Key) {
			in.leave(f, ins, fn, args)
			return
		}
		kid := in.program(f, ins, fn.Key, fn.Obj)
		if kid == nil {
			in.recurse(f, fn.Key, args)
			in.stranger(f, ins, args)
			return
		}
		in.bind(kid, fn, args)
		in.passResults(f, ins, kid)
	case VBound:
		in.boundCall(f, ins, fn, args)
	default:
		in.stranger(f, ins, args)
	}
}

func (in *Interpretation) boundCall(f *Frame, ins *ir.Instr, fn Value, args []Values) {
	o := in.objs[fn.Obj]
	for _, recv := range in.load(loc{fn.Obj, "recv"}) {
		switch {
		case o.Static != "" && in.set.Lookup(o.Static) != nil:
			in.enter(f, ins, Value{VFunc, -1, o.Static}, append([]Values{{recv}}, args...))
		case o.Proto != clientgo.OpNone && !in.HandWritten(recv, o.method):
			in.primitive(f, ins, o.Proto, recv, "")
		default:
			in.invoke(f, ins, recv, o.method, args)
		}
	}
}

func (in *Interpretation) bind(kid *Frame, fn Value, args []Values) {
	for i, a := range args {
		if i < kid.Fn.Params && kid.regs[i].AddAll(a) {
			kid.stale = true
			in.change()
		}
	}
	kid.fn = fn
	if fn.Obj >= 0 && in.objs[fn.Obj].origin == oHolder {
		for i := range kid.Fn.Free {
			if kid.regs[kid.Fn.Params+i].AddAll(in.load(loc{fn.Obj, bindName(i)})) {
				kid.stale = true
				in.change()
			}
		}
	}
}

func (in *Interpretation) passResults(f *Frame, ins *ir.Instr, kid *Frame) {
	for i, r := range ins.Results {
		if r != ir.NoReg && i < len(kid.results) {
			in.assign(f, r, kid.results[i]...)
		}
	}
}

// spawn runs a function value as a thread of its own.
func (in *Interpretation) spawn(f *Frame, ins *ir.Instr, fn Value, mode clientgo.Mode, args []Values) {
	if fn.Kind != VFunc && fn.Kind != VBound {
		in.escapeAll(f, ins, Values{fn})
		return
	}
	if in.set.Caches() && !in.concerns(fn, args) {
		return
	}
	tk := threadKey{f, ins, fn}
	if mode == clientgo.Later {
		tk = threadKey{v: fn} // whoever lets it run, it is the same code at some time
	}
	t := in.byKey[tk]
	if t == nil {
		if len(in.frames) >= in.limit {
			in.full = true
			return
		}
		t = &Thread{id: len(in.threads), Mode: mode, ins: ins, from: f}
		body := ir.MethodValue
		if fn.Kind == VBound {
			t.fn = fn
		} else if body = in.set.Lookup(fn.Key); body == nil {
			for _, a := range args {
				in.escapeAll(f, ins, a)
			}
			in.mark(f, ins)
			return
		}
		for p := f; p != nil && mode != clientgo.Later && fn.Kind == VFunc; p = p.parent {
			if p.Fn.Key == fn.Key {
				return
			}
		}
		in.byKey[tk] = t
		in.threads = append(in.threads, t)
		t.Top = in.newFrame(body, nil, nil, t)
		t.Top.depth = f.depth + 1
		t.Top.loop = fn.Kind == VFunc && (f.loop || f.Fn.InLoop(ins))
	}
	in.startedAt(t, f, ins)
	if t.Top.Fn == ir.MethodValue {
		in.methodValue(t.Top, args)
		return
	}
	in.bind(t.Top, fn, args)
}

// methodValue interprets the frame of a method value.
func (in *Interpretation) methodValue(f *Frame, args []Values) {
	body := ir.MethodValue.Blocks[0].Instrs
	f.thread.called++
	if in.full = in.full || f.thread.called > maxCalled; !in.full { // or its receiver is let out, which holds it
		in.boundCall(f, &body[0], f.thread.fn, args)
	}
	f.thread.called--
	in.returns(f, &body[1])
}

// runs: a known function runs its argument.
func (in *Interpretation) runs(f *Frame, ins *ir.Instr) {
	vs := f.Get(ins.A)
	if ins.Name != "" {
		for _, part := range strings.Split(ins.Name, ".") {
			var next Values
			for _, v := range vs {
				if v.Kind == VLoc {
					next.AddAll(in.load(loc{v.Obj, join(v.Key, part)}))
				}
			}
			// By value or through a pointer, the last step is a load; inner
			// structures are places.
			if len(next) == 0 || onlyPlaces(next) {
				for _, v := range vs {
					if v.Kind == VLoc {
						next.Add(Value{VLoc, v.Obj, join(v.Key, part)})
					}
				}
			}
			vs = next
		}
	}
	for _, v := range vs {
		switch {
		case v.Kind != VFunc && v.Kind != VBound:
			if ins.Name == "" {
				in.escapeAll(f, ins, Values{v})
			}
		case ir.Inline(ins):
			in.enter(f, ins, v, nil)
		default:
			in.spawn(f, ins, v, clientgo.Mode(ins.Mode), nil)
		}
	}
}

func onlyPlaces(vs Values) bool {
	return !slices.ContainsFunc(vs, func(v Value) bool { return v.Kind != VLoc })
}
