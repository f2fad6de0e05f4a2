package outcome

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/blocking"
	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// Who ends tells others: by the Done of a WaitGroup, or a channel that is closed. An
// edit that leaves a function earlier, or does not begin a goroutine on some way, has
// them wait for ever. A cancel is owed as well: what it ends goes on.

// A word is how others are told, and of what.
type word struct {
	how string
	of  blocking.Lock
}

// tells is what others are told by a call, and whether those are others: not who has
// made, in this function, what is waited for.
func tells(c *ssa.CallCommon) (w word, others, ok bool) {
	var of ssa.Value
	switch b, builtin := c.Value.(*ssa.Builtin); {
	case builtin && b.Name() == "close":
		w.how, of = "close", c.Args[0]
	case builtin || c.IsInvoke():
		return w, false, false
	case isCancel(c):
		w.how, of = "cancel", c.Value
	default:
		switch name := clientgo.FuncName(ssautil.Callee(c)); name {
		case "(*sync.WaitGroup).Done", "(*sync.Cond).Broadcast", "(*sync.Cond).Signal":
			w.how, of = name, blocking.Receiver(c)
		default:
			return w, false, false
		}
	}
	if of == nil {
		return w, false, false
	}
	at, own := blocking.Place(of)
	w.of = at
	return w, !own && w.how != "cancel", true
}

// owed counts what is told on every way through the function, and the goroutines that
// tell others, with a return that is come to without them.
func (f *function) owed() (told, unbegun int) {
	words := make(map[word][]*ssa.BasicBlock)
	var goes [][]*ssa.BasicBlock
	for _, b := range f.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Go:
				if f.tellsOthers(instr.Common(), 0) {
					goes = append(goes, []*ssa.BasicBlock{b})
				}
			case ssa.CallInstruction:
				if w, _, ok := tells(instr.Common()); ok {
					words[w] = append(words[w], b)
				}
			}
		}
	}
	for _, by := range words {
		if f.returnsWithout(by) == 0 {
			told++
		}
	}
	for _, by := range goes {
		unbegun += f.returnsWithout(by)
	}
	return told, unbegun
}

// tellsOthers: what is called tells somebody who has not begun it.
func (f *function) tellsOthers(c *ssa.CallCommon, deep int) bool {
	if _, others, ok := tells(c); ok && others {
		return true
	}
	found := false
	f.inside(c, deep, func(instr ssa.Instruction) {
		call, ok := instr.(ssa.CallInstruction)
		if _, begins := instr.(*ssa.Go); !ok || begins || found {
			return
		}
		if _, others, ok := tells(call.Common()); ok {
			found = others && !f.local(call.Common(), c)
			return
		}
		found = f.tellsOthers(call.Common(), deep+1)
	})
	return found
}

// local: what a callee tells of was given to it by the function that begins it, which
// has made it.
func (f *function) local(told, callee *ssa.CallCommon) bool {
	of := told.Value
	if len(told.Args) > 0 {
		of = told.Args[0]
	}
	if load, ok := of.(*ssa.UnOp); ok {
		of = load.X
	}
	var from ssa.Value
	switch of := of.(type) {
	case *ssa.FreeVar:
		if mk, ok := callee.Value.(*ssa.MakeClosure); ok {
			from = mk.Bindings[slices.Index(of.Parent().FreeVars, of)]
		}
	case *ssa.Parameter:
		from = callee.Args[slices.Index(of.Parent().Params, of)]
	}
	if from == nil {
		return false
	}
	_, own := blocking.Place(from)
	return own
}

// returnsWithout counts the returns that are come to by none of some blocks.
func (f *function) returnsWithout(by []*ssa.BasicBlock) (n int) {
	seen := make(map[*ssa.BasicBlock]bool)
	for _, b := range by {
		seen[b] = true
	}
	var walk func(b *ssa.BasicBlock)
	walk = func(b *ssa.BasicBlock) {
		if seen[b] {
			return
		}
		seen[b] = true
		if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			n++
		}
		for _, next := range b.Succs {
			walk(next)
		}
	}
	walk(f.Blocks[0])
	return n
}
