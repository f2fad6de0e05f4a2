package interp

import (
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

// A Frame is one call of one function in one calling context.
type Frame struct {
	id      int
	Fn      *ir.Fn
	parent  *Frame
	call    *ir.Instr // in the parent
	regs    []Values
	results []Values
	kids    map[kidKey]*Frame
	thread  *Thread
	depth   int
	loop    bool // called from within a loop
	stale   bool // something has changed since it was interpreted
	reads   set  // objects: see Interpretation.reads
	allocs  map[*ir.Instr]int
	fn      Value // the function value that was called
}

type kidKey struct {
	ins *ir.Instr
	key string
	obj int
}

// Get is what a register may hold; nothing in a frame that was not interpreted (see IdleRead).
func (f *Frame) Get(r ir.Reg) Values {
	if r == ir.NoReg || f.regs == nil {
		return nil
	}
	return f.regs[r]
}

// all gets several registers.
func (f *Frame) all(rs []ir.Reg) []Values {
	out := make([]Values, len(rs))
	for i, r := range rs {
		out[i] = f.Get(r)
	}
	return out
}

// Made is the object that an instruction makes.
func (f *Frame) Made(ins *ir.Instr) int { return f.allocs[ins] }

// Answers: who called the function is not known, and gets its results.
func (f *Frame) Answers() bool {
	return f.parent == nil && (f.thread.id == 0 || f.thread.Mode == clientgo.Later)
}

// Called is the function value that a frame runs.
func (f *Frame) Called() Value { return f.fn }

// IsMethodValue: the frame is that of a thread which only calls a method value.
func (f *Frame) IsMethodValue() bool { return f.Fn == ir.MethodValue }

// Looped: an instruction of the frame is run in a loop, of its function or of
// one that leads to it.
func (f *Frame) Looped(ins *ir.Instr) bool { return f.loop || f.Fn.InLoop(ins) }

// Callees are the frames of the functions that an instruction calls.
func (f *Frame) Callees(ins *ir.Instr) []*Frame {
	var out []*Frame
	for k, kid := range f.kids {
		if k.ins == ins {
			out = append(out, kid)
		}
	}
	slices.SortFunc(out, func(a, b *Frame) int { return a.id - b.id })
	return out
}

// Caller is the frame that called f, and the call; nil for the top of a thread.
func (f *Frame) Caller() (*Frame, *ir.Instr) { return f.parent, f.call }

// Above goes to the call or go statement that leads to a frame.
func (f *Frame) Above() (*Frame, *ir.Instr) {
	if f.parent != nil {
		return f.parent, f.call
	}
	if f.thread != nil && f.thread.from != nil && f.thread.Top == f {
		return f.thread.from, f.thread.ins
	}
	return nil, nil
}

// Below: f is top, or was called from there.
func (f *Frame) Below(top *Frame) bool {
	for ; f != nil; f = f.parent {
		if f == top {
			return true
		}
	}
	return false
}
