package compose

import (
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ctrlruntime"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

// spawnKey lets a function run at some time, with some parameters known.
func (in *interp) spawnKey(f *Frame, ins *ir.Instr, key string, params map[int]Value) {
	fn := in.set.Lookup(key)
	if fn == nil {
		return
	}
	self := Value{vFunc, -1, key}
	if v, ok := params[0]; ok {
		self.obj = v.obj
	}
	tk := threadKey{nil, nil, self}
	t := in.byKey[tk]
	if t == nil {
		if len(in.frames) >= maxFrames {
			in.full = true
			return
		}
		t = &Thread{id: len(in.threads), Mode: clientgo.Later, ins: ins, from: f}
		in.byKey[tk] = t
		in.threads = append(in.threads, t)
		in.later[key] = true
		t.top = in.newFrame(fn, nil, nil, t)
	}
	t.startedAt(f, ins)
	for i, v := range params {
		if i < len(t.top.regs) {
			in.assign(t.top, ir.Reg(i), v)
		}
	}
}

// program returns the frame of a callee, made on first use; nil if it cannot
// be followed (unknown, recursive, too deep).
func (in *interp) program(f *Frame, ins *ir.Instr, key string, obj int) *Frame {
	kk := kidKey{ins, key, obj}
	if kid := f.kids[kk]; kid != nil {
		return kid
	}
	fn := in.set.Lookup(key)
	if fn == nil {
		return nil
	}
	if f.depth >= maxDepth || len(in.frames) >= maxFrames {
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

func (in *interp) mark(f *Frame, ins *ir.Instr) {
	if in.unknown[f] == nil {
		in.unknown[f] = make(map[*ir.Instr]bool)
	}
	in.unknown[f][ins] = true
}

func (in *interp) call(f *Frame, ins *ir.Instr) {
	args := f.all(ins.Args)
	switch ins.Callee {
	case ir.CalleeStatic:
		in.enter(f, ins, Value{vFunc, -1, ins.Name}, args)
	case ir.CalleeInvoke:
		recvs := f.get(ins.A)
		if len(recvs) == 0 && in.settled {
			in.stranger(f, ins, args)
		}
		for _, v := range recvs {
			in.invoke(f, ins, v, ins.Name, args)
		}
	case ir.CalleeValue:
		fns := f.get(ins.A)
		if len(fns) == 0 && in.settled {
			in.stranger(f, ins, args)
		}
		for _, v := range fns {
			in.enter(f, ins, v, args)
		}
	}
}

func (in *interp) stranger(f *Frame, ins *ir.Instr, args []Values) {
	in.mark(f, ins)
	in.hollowResults(f, ins)
	for _, a := range args {
		in.escapeAll(f, ins, a)
	}
}

// invoke calls a method by the dynamic type of its receiver.
func (in *interp) invoke(f *Frame, ins *ir.Instr, recv Value, name string, args []Values) {
	if recv.k == vLoc {
		o := in.objs[recv.obj]
		if o.Typ != "" && recv.s == "" {
			key := o.Typ + "." + name
			if in.set.Lookup(key) != nil {
				in.enter(f, ins, Value{vFunc, -1, key}, append([]Values{{recv}}, args...))
				return
			}
		}
		if o.origin == oOpen || o.origin == oPlain {
			in.stranger(f, ins, append([]Values{{recv}}, args...))
			return
		}
	}
	if op := in.opByName(recv, name); op != clientgo.OpNone {
		in.primitive(f, ins, op, recv, "")
		return
	}
	// A method of a function type, most often: it may call the function.
	in.stranger(f, ins, append([]Values{{recv}}, args...))
}

// opByName is the primitive that a narrow interface hides: the value is known to
// be a factory or informer, whatever the static type says.
func (in *interp) opByName(v Value, name string) clientgo.Op {
	role := clientgo.None
	switch v.k {
	case vHolder:
		return ctrlruntime.OpByName(name)
	case vLoc:
		switch in.objs[v.obj].origin {
		case oFactory:
			role = clientgo.Factory
		case oInformer:
			role = clientgo.Informer
		}
	case vAccessor:
		role = clientgo.Accessor
	case vInformer:
		role = clientgo.Informer
	}
	return clientgo.OpOf(role, name)
}

// enter calls a function value, or starts it as a thread for go.
func (in *interp) enter(f *Frame, ins *ir.Instr, fn Value, args []Values) {
	if ir.CallMode(ins.Mode) == ir.CallGo && (ins.Op == ir.OpCall) {
		in.spawn(f, ins, fn, clientgo.Concurrent, args)
		return
	}
	switch fn.k {
	case vFunc:
		if fn.obj < 0 && !ir.AnyTracked(ins.Results) && in.by.inert(fn.s, 0) {
			in.idles(f, ins, fn.s, args)
			return
		}
		if in.set.Caches() && in.set.Lookup(fn.s) != nil && !in.concerns(fn, args) {
			in.skip(f, ins)
			return
		}
		kid := in.program(f, ins, fn.s, fn.obj)
		if kid == nil {
			in.stranger(f, ins, args)
			return
		}
		in.bind(kid, fn, args)
		in.passResults(f, ins, kid)
	case vBound:
		in.boundCall(f, ins, fn, args)
	default:
		in.stranger(f, ins, args)
	}
}

func (in *interp) boundCall(f *Frame, ins *ir.Instr, fn Value, args []Values) {
	o := in.objs[fn.obj]
	for _, recv := range in.load(loc{fn.obj, "recv"}) {
		switch {
		case o.static != "" && in.set.Lookup(o.static) != nil:
			in.enter(f, ins, Value{vFunc, -1, o.static}, append([]Values{{recv}}, args...))
		case o.proto != clientgo.OpNone && !in.handWritten(recv, o.method):
			in.primitive(f, ins, o.proto, recv, "")
		default:
			in.invoke(f, ins, recv, o.method, args)
		}
	}
}

// handWritten: the receiver is an object of a type whose method is known by
// its program, not by its role.
func (in *interp) handWritten(v Value, method string) bool {
	if v.k != vLoc || v.s != "" {
		return false
	}
	t := in.objs[v.obj].Typ
	return t != "" && in.set.Lookup(t+"."+method) != nil
}

func (in *interp) bind(kid *Frame, fn Value, args []Values) {
	for i, a := range args {
		if i < kid.Fn.Params && kid.regs[i].addAll(a) {
			kid.stale = true
			in.change()
		}
	}
	kid.fn = fn
	if fn.obj >= 0 && in.objs[fn.obj].origin == oHolder {
		for i := range kid.Fn.Free {
			if kid.regs[kid.Fn.Params+i].addAll(in.load(loc{fn.obj, bindName(i)})) {
				kid.stale = true
				in.change()
			}
		}
	}
}

func (in *interp) passResults(f *Frame, ins *ir.Instr, kid *Frame) {
	for i, r := range ins.Results {
		if r != ir.NoReg && i < len(kid.results) {
			in.assign(f, r, kid.results[i]...)
		}
	}
}

// spawn runs a function value as a thread of its own.
func (in *interp) spawn(f *Frame, ins *ir.Instr, fn Value, mode clientgo.Mode, args []Values) {
	if fn.k != vFunc && fn.k != vBound {
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
		if len(in.frames) >= maxFrames {
			in.full = true
			return
		}
		t = &Thread{id: len(in.threads), Mode: mode, ins: ins, from: f}
		switch fn.k {
		case vFunc:
			key := in.set.Lookup(fn.s)
			if key == nil {
				for _, a := range args {
					in.escapeAll(f, ins, a)
				}
				in.mark(f, ins)
				return
			}
			for p := f; p != nil && mode != clientgo.Later; p = p.parent {
				if p.Fn.Key == fn.s {
					return
				}
			}
			in.byKey[tk] = t
			in.threads = append(in.threads, t)
			t.top = in.newFrame(key, nil, nil, t)
			t.top.depth = f.depth + 1
			t.top.loop = f.loop || f.Fn.InLoop(ins)
		case vBound:
			in.byKey[tk] = t
			in.threads = append(in.threads, t)
			t.top = in.newFrame(boundStub, nil, nil, t)
			t.top.depth = f.depth + 1
			t.fn = fn
		}
	}
	t.startedAt(f, ins)
	if t.top.Fn == boundStub {
		// A frame with one instruction: the bound call.
		in.boundCall(t.top, &boundStub.Blocks[0].Instrs[0], fn, args)
		return
	}
	in.bind(t.top, fn, args)
}

// boundStub is the body of "go x.M()" where x.M is a method value.
var boundStub = &ir.Fn{Key: "method value", Blocks: []ir.Block{{NilOf: ir.NoReg, NilSucc: -1, FailSucc: -1,
	Instrs: []ir.Instr{{Op: ir.OpCall, Callee: ir.CalleeValue, Dst: ir.NoReg, A: ir.NoReg, B: ir.NoReg}}}}}

// runs: a known function runs its argument.
func (in *interp) runs(f *Frame, ins *ir.Instr) {
	vs := f.get(ins.A)
	if ins.Name != "" {
		for _, part := range strings.Split(ins.Name, ".") {
			var next Values
			for _, v := range vs {
				if v.k == vLoc {
					next.addAll(in.load(loc{v.obj, join(v.s, part)}))
				}
			}
			// By value or through a pointer, the last step is a load; inner
			// structures are places.
			if len(next) == 0 || onlyPlaces(next) {
				for _, v := range vs {
					if v.k == vLoc {
						next.add(Value{vLoc, v.obj, join(v.s, part)})
					}
				}
			}
			vs = next
		}
	}
	for _, v := range vs {
		switch {
		case v.k != vFunc && v.k != vBound:
			if ins.Name == "" {
				in.escapeAll(f, ins, Values{v})
			}
		case inline(ins):
			in.enter(f, ins, v, nil)
		default:
			in.spawn(f, ins, v, clientgo.Mode(ins.Mode), nil)
		}
	}
}

// inline: a known function runs its argument before it returns.
func inline(ins *ir.Instr) bool {
	return clientgo.Mode(ins.Mode) == clientgo.Now || clientgo.Mode(ins.Mode) == clientgo.Once
}

func onlyPlaces(vs Values) bool {
	return !slices.ContainsFunc(vs, func(v Value) bool { return v.k != vLoc })
}
