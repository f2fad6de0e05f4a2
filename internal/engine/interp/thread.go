package interp

import (
	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

// A Thread is code that runs beside, or at some time after, the place that
// starts it.
type Thread struct {
	Top    *Frame // nil for a primitive that is started directly
	Mode   clientgo.Mode
	begins []int32 // all places that start it: see Interpretation.Starts
	begun  set
	id     int
	ins    *ir.Instr // with from, the first of these places
	from   *Frame
	proto  *protoThread // a primitive that is started directly: go f.Start()
	fn     Value        // the bound method that it runs, for method values
	called int          // how often that is being called: calls in each other
}

// A Point is an instruction in one frame.
type Point struct {
	Frame *Frame
	Ins   *ir.Instr
}

type protoThread struct {
	op   clientgo.Op
	recv Values
}

// A threadKey is a value that runs, or leaves, at a point. What runs at an
// unknown time is the same wherever it is let run: it has no point.
type threadKey struct {
	f   *Frame
	ins *ir.Instr
	v   Value
}

// Primitive is what a thread does that begins with a primitive itself, as in
// "go factory.Start(stop)", with the receivers.
func (t *Thread) Primitive() (op clientgo.Op, recvs Values, is bool) {
	if t.proto == nil {
		return clientgo.OpNone, nil, false
	}
	return t.proto.op, t.proto.recv, true
}

// Direct: the thread is the call of a primitive, or of a method value.
func (t *Thread) Direct() bool { return t.proto != nil || t.Top.IsMethodValue() }
