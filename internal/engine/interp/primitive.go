package interp

import (
	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

// proto interprets a primitive of the protocol.
func (in *Interpretation) proto(f *Frame, ins *ir.Instr) {
	switch ins.Proto {
	case clientgo.OpNewFactory:
		o := in.objectOf(f, ins, oFactory)
		for _, r := range ins.Results {
			in.assign(f, r, Value{VLoc, o.ID, ""})
		}
		return
	case clientgo.OpNewInformer:
		o := in.objectOf(f, ins, oInformer)
		for k, r := range ins.Results {
			v := Value{VInformer, o.ID, ""}
			if k == 0 && clientgo.WithStore(ins.Name) {
				v.Kind = VStore
			}
			in.assign(f, r, v)
		}
		return
	case clientgo.OpWaitFor, clientgo.OpRead:
		return
	case clientgo.OpNewCache:
		if len(ins.Results) > 0 {
			in.assign(f, ins.Results[0], in.newCacheObject(f, ins))
		}
		return
	}
	var direct *Thread
	if ir.CallMode(ins.Mode) == ir.CallGo {
		direct = in.directThread(f, ins, ins.Proto)
	}
	for _, v := range f.Get(ins.A) {
		switch {
		case in.HandWritten(v, ins.Name):
			fn := Value{VFunc, -1, in.objs[v.Obj].Typ + "." + ins.Name}
			args := append([]Values{{v}}, f.all(ins.Args)...)
			if direct != nil {
				in.spawn(f, ins, fn, clientgo.Concurrent, args)
			} else {
				in.enter(f, ins, fn, args)
			}
		case direct == nil:
			in.primitive(f, ins, ins.Proto, v, ins.Key)
		case direct.proto.recv.Add(v):
			in.change()
		}
	}
}

// directThread is the thread of "go factory.Start(stop)": the primitive is all
// that it does.
func (in *Interpretation) directThread(f *Frame, ins *ir.Instr, op clientgo.Op) *Thread {
	tk := threadKey{f, ins, Value{}}
	t := in.byKey[tk]
	if t == nil {
		t = &Thread{id: len(in.threads), Mode: clientgo.Concurrent, ins: ins, from: f, proto: &protoThread{op: op}}
		in.startedAt(t, f, ins)
		in.byKey[tk] = t
		in.threads = append(in.threads, t)
		in.change()
	}
	return t
}

// primitive gives the results of a primitive on one receiver. The events are
// read off the same instruction later, when all values are known.
func (in *Interpretation) primitive(f *Frame, ins *ir.Instr, op clientgo.Op, v Value, key string) {
	if op == clientgo.OpNarrow && !v.Readable() {
		return
	}
	if in.set.Caches() {
		if in.foreign(ins, v) {
			in.stranger(f, ins, []Values{{v}})
		} else if out, ok := cachePrimitive(op, v); ok && len(ins.Results) > 0 {
			in.assign(f, ins.Results[0], out)
		}
		return
	}
	o, ok := in.Identity(v)
	if !ok {
		return
	}
	if v.Key != "" && v.Kind != VLoc {
		key = v.Key // the accessor knows better than a GenericInformer's type
	}
	var out Value
	switch op {
	case clientgo.OpGroup:
		out = Value{VGroup, o, ""}
	case clientgo.OpVersion:
		out = Value{VVersion, o, ""}
	case clientgo.OpAccessor, clientgo.OpForResource:
		out = Value{VAccessor, o, key}
	case clientgo.OpInformer, clientgo.OpInformerFor:
		out = Value{VInformer, o, key}
	case clientgo.OpLister:
		out = Value{VLister, o, key}
	case clientgo.OpStore:
		out = Value{VStore, o, v.Key}
	case clientgo.OpHasSynced:
		out = Value{VSynced, o, v.Key}
	case clientgo.OpNarrow:
		out = Value{VLister, o, v.Key}
	case clientgo.OpAddHandler:
		if len(ins.Results) == 0 || ins.Results[0] == ir.NoReg {
			return
		}
		out = Value{VRegistration, in.registration(f, ins), ""}
	case clientgo.OpDelivered:
		out = Value{VDelivered, o, ""}
	default:
		return
	}
	if len(ins.Results) > 0 {
		in.assign(f, ins.Results[0], out)
	}
}
