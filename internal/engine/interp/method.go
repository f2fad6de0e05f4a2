package interp

import (
	"iter"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ctrlruntime"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

// OpByName is the primitive that a narrow interface hides: the value is known to
// be a factory or informer, whatever the static type says.
func (in *Interpretation) OpByName(v Value, name string) clientgo.Op {
	role := clientgo.None
	switch v.Kind {
	case VHolder:
		return ctrlruntime.OpByName(name)
	case VLoc:
		switch in.objs[v.Obj].origin {
		case oFactory:
			role = clientgo.Factory
		case oInformer:
			role = clientgo.Informer
		}
	case VAccessor:
		role = clientgo.Accessor
	case VInformer:
		role = clientgo.Informer
	}
	return clientgo.OpOf(role, name)
}

// HandWritten: the receiver is an object of a type whose method is known by
// its program, not by its role.
func (in *Interpretation) HandWritten(v Value, method string) bool {
	if v.Kind != VLoc || v.Key != "" {
		return false
	}
	t := in.objs[v.Obj].Typ
	return t != "" && in.set.Lookup(t+"."+method) != nil
}

// Opaque: the receiver is an object of a type whose method is not known. It can
// use the fields of the object.
func (in *Interpretation) Opaque(v Value, method string) bool {
	return v.Kind == VLoc && in.objs[v.Obj].IsPlain() && !in.HandWritten(v, method)
}

// MethodValues are the method values that the program makes.
func (in *Interpretation) MethodValues() Values {
	var out Values
	for _, o := range in.objs {
		if o.method != "" {
			out = append(out, Value{VBound, o.ID, o.method})
		}
	}
	return out
}

// Receivers are the receivers of a method value.
func (in *Interpretation) Receivers(v Value) Values {
	if v.Kind != VBound {
		return nil
	}
	return in.load(loc{v.Obj, "recv"})
}

// Primitives are what a call through a method value or a narrow interface may
// be, with the receivers.
func (in *Interpretation) Primitives(f *Frame, ins *ir.Instr) iter.Seq2[clientgo.Op, Value] {
	return func(yield func(clientgo.Op, Value) bool) {
		switch ins.Callee {
		case ir.CalleeInvoke:
			for _, v := range f.Get(ins.A) {
				if op := in.OpByName(v, ins.Name); op != clientgo.OpNone && !in.HandWritten(v, ins.Name) && !yield(op, v) {
					return
				}
			}
		case ir.CalleeValue:
			for _, fn := range f.functions(ins) {
				if fn.Kind != VBound {
					continue
				}
				o := in.objs[fn.Obj]
				for _, recv := range in.Receivers(fn) {
					op := o.Proto
					if op == clientgo.OpNone {
						op = in.OpByName(recv, o.method)
					}
					if op != clientgo.OpNone && !in.HandWritten(recv, o.method) && !yield(op, recv) {
						return
					}
				}
			}
		}
	}
}

// functions are the function values that an instruction calls.
func (f *Frame) functions(ins *ir.Instr) Values {
	if f.IsMethodValue() {
		return Values{f.thread.fn}
	}
	return f.Get(ins.A)
}
