package effect

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// Seeks reports whether a comparison is that of a loop which looks for something: where
// it fails the loop goes on with the next element, and does nothing else about this
// one. What comes to be known is whether something is there, as by a look into a map.
func Seeks(cmp *ssa.BinOp) bool {
	cond := branch(cmp)
	if cond == nil || cmp.Op != token.EQL && cmp.Op != token.NEQ {
		return false
	}
	fails := cmp.Block().Succs[1]
	if cmp.Op == token.NEQ {
		fails = cmp.Block().Succs[0]
	}
	from := cmp.Block()
	for range 4 {
		if fails.Dominates(cmp.Block()) {
			// All that the loop takes along is its own index.
			return keepsAll(fails, from)
		}
		if !idles(fails) {
			return false
		}
		from, fails = fails, fails.Succs[0]
	}
	return false
}

// branch is the condition that a comparison is, and nothing else.
func branch(cmp *ssa.BinOp) *ssa.If {
	var cond *ssa.If
	for _, ref := range *cmp.Referrers() {
		switch i := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.If:
			cond = i
		default:
			return nil
		}
	}
	if cond == nil || cond.Block() != cmp.Block() {
		return nil
	}
	return cond
}

// idles: a block leads on and changes nothing.
func idles(b *ssa.BasicBlock) bool {
	for _, instr := range b.Instrs {
		switch instr.(type) {
		case *ssa.Jump, *ssa.DebugRef, *ssa.BinOp:
		default:
			return false
		}
	}
	return len(b.Succs) == 1
}

// keepsAll reports whether a loop begins its next round with what the variables held
// in the last one, but for its index.
func keepsAll(head, from *ssa.BasicBlock) bool {
	at := slices.Index(head.Preds, from)
	for _, instr := range head.Instrs {
		if phi, ok := instr.(*ssa.Phi); ok && (at < 0 || phi.Edges[at] != ssa.Value(phi) && !isIndex(phi, phi.Edges[at])) {
			return false
		}
	}
	return true
}

// isIndex reports whether a variable is counted on, and says when its loop ends.
func isIndex(phi *ssa.Phi, next ssa.Value) bool {
	n, ok := next.(*ssa.BinOp)
	if !ok || n.X != ssa.Value(phi) {
		return false
	}
	head := phi.Block()
	last, ok := head.Instrs[len(head.Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	end, ok := last.Cond.(*ssa.BinOp)
	return ok && (end.X == ssa.Value(phi) || end.X == next)
}

// Switched reports whether the value of a type test is tested again for
// another type than a tombstone: a switch over several kinds of objects.
func Switched(i *ssa.TypeAssert) bool {
	for _, ref := range *i.X.Referrers() {
		other, ok := ref.(*ssa.TypeAssert)
		if !ok || other == i || types.Identical(other.AssertedType, i.AssertedType) {
			continue
		}
		if v, p := clientgo.IsTombstone(other.AssertedType); !v && !p && !types.IsInterface(other.AssertedType) {
			return true
		}
	}
	return false
}
