package interp

import (
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/handlers/hop"
	"github.com/informerlint/informerlint/internal/handlers/value"
)

// worker goes on with what the worker does that takes out an item, if the item
// has the object in it as it came: the worker is a part of the handler then.
func (t *Trail) worker(fr *Frame, instr ssa.Instruction, s *state) []*state {
	to, put := hop.Into(instr)
	if to != nil && t.works != nil {
		return t.keyed(fr, instr, to, put, s)
	}
	if to == nil || t.uid || t.Direct {
		return []*state{s}
	}
	item := s.Eval(put)
	out, known := t.in.outs[hop.Place(to)]
	if !known || !s.Raw(put, item) || fr.Runs(out.Fn) {
		return []*state{s}
	}
	if alloc, ok := item.Ref.(*ssa.Alloc); ok && hop.Literal(alloc) {
		s.FillZeros(alloc)
	}
	outer := t.item
	t.item = &taken{out, item}
	ends := t.call(&Frame{Fn: out.Fn, Call: instr, Up: fr, Worker: true}, nil, nil, s)
	t.item = outer
	return s.goOn(ends)
}

// A taken item is what a worker gets from its queue or channel.
type taken struct {
	hop.Out
	item value.Value
}

// takes sets the results of the instruction that takes the item out.
func (t *Trail) takes(instr ssa.Instruction, s *state) bool {
	if t.item == nil || t.item.At != instr {
		return false
	}
	v := t.item.item
	if at := t.item.Index; at >= 0 {
		elems := make([]value.Value, at+1)
		elems[at] = v
		v = value.Value{Kind: value.Tuple, Elems: elems}
	}
	s.Set(instr.(ssa.Value), v)
	return true
}
