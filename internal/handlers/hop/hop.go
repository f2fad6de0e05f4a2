// Package hop tells where the functions of a package take out what others have
// put into a work queue or channel.
package hop

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/effect"
)

// An Out is an instruction that takes an item out, of which there is one for
// its queue or channel.
type Out struct {
	Fn *ssa.Function
	At ssa.Instruction
	// Index is where the item is among the results of the instruction; -1 if it
	// is the only one.
	Index int
}

// Outs are where items are taken out, by the place of the queue or channel.
type Outs map[string]Out

// Takes reports whether a function is one of those that take something out.
func (o Outs) Takes(fn *ssa.Function) bool {
	for _, out := range o {
		if out.Fn == fn {
			return true
		}
	}
	return false
}

// Find looks through the functions of a package. What several functions take
// from may go to any of them: nothing is said of that.
func Find(fns []*ssa.Function) Outs {
	outs, several := make(Outs), make(map[string]bool)
	add := func(from ssa.Value, o Out) {
		place := Place(from)
		if _, again := outs[place]; again {
			several[place] = true
		}
		outs[place] = o
	}
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				taken(fn, instr, add)
			}
		}
	}
	for place := range several {
		delete(outs, place)
	}
	delete(outs, "")
	return outs
}

func taken(fn *ssa.Function, instr ssa.Instruction, add func(from ssa.Value, o Out)) {
	switch i := instr.(type) {
	case *ssa.UnOp:
		if i.Op != token.ARROW {
			return
		}
		index := -1
		if i.CommaOk {
			index = 0
		}
		add(i.X, Out{fn, i, index})
	case *ssa.Select:
		index := 2 // after the case and whether the channel is open
		for _, c := range i.States {
			if c.Dir == types.RecvOnly {
				add(c.Chan, Out{fn, i, index})
				index++
			}
		}
	case *ssa.Call:
		if c := &i.Call; c.IsInvoke() && clientgo.Dequeues(c.Value.Type(), c.Method) {
			add(c.Value, Out{fn, i, 0})
		}
	}
}

// Place names a queue or channel that is a field or a package variable; "" for
// others.
func Place(v ssa.Value) string {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		v = load.X
	}
	switch v.(type) {
	case *ssa.FieldAddr, *ssa.Field, *ssa.Global:
		return effect.Place(v)
	}
	return ""
}

// Into returns the queue or channel that an instruction puts an item into, and
// the item; nil if it does not.
func Into(instr ssa.Instruction) (to, item ssa.Value) {
	switch i := instr.(type) {
	case *ssa.Send:
		return i.Chan, i.X
	case ssa.CallInstruction:
		if c := i.Common(); c.IsInvoke() && len(c.Args) > 0 && clientgo.Enqueues(c.Value.Type(), c.Method) {
			return c.Value, c.Args[0]
		}
	}
	return nil, nil
}

// Literal reports whether a structure is only filled, field by field, and then
// put into queues or channels.
func Literal(alloc *ssa.Alloc) bool {
	for _, ref := range *alloc.Referrers() {
		switch r := ref.(type) {
		case *ssa.FieldAddr:
			for _, use := range *r.Referrers() {
				if st, ok := use.(*ssa.Store); !ok || st.Addr != r {
					return false
				}
			}
		case *ssa.MakeInterface, *ssa.DebugRef, *ssa.Send:
		case ssa.CallInstruction:
			if to, _ := Into(r); to == nil {
				return false
			}
		default:
			return false
		}
	}
	return true
}
