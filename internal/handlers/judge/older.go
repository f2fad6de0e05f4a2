package judge

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/handlers/hop"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// older: see Tomb.Older. With the object unwrapped in front, a deletion that was lost
// would become an update of what is gone, so that no edit of the handler alone is right.
// A panic is worse than that.
func older(p *resolve.Package, t *Tomb) bool {
	return t.Kind == Dropped && (slices.ContainsFunc(t.Lost, func(e *interp.Effect) bool {
		return e.Queue && !e.OwnKey && hop.Find(p.Functions()).AsksDeleted(e.To)
	}) || asksItself(t))
}

// asksItself reports whether the handler does something of what is lost by the deletion
// timestamp of the object that it expects: that of a tombstone would go the way of an
// object which lives on.
func asksItself(t *Tomb) bool {
	asserted, ok := t.At.(*ssa.TypeAssert)
	if !ok || !hop.AsksDeleted(asserted) {
		return false
	}
	var asked []*ssa.BasicBlock
	for _, b := range asserted.Parent().Blocks {
		if i, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok && timestamp(i.Cond, 0) {
			asked = append(asked, b)
		}
	}
	return slices.ContainsFunc(t.Lost, func(e *interp.Effect) bool {
		at := blockIn(asserted.Parent(), e)
		return at != nil && slices.ContainsFunc(asked, func(b *ssa.BasicBlock) bool {
			return slices.ContainsFunc(b.Succs, func(s *ssa.BasicBlock) bool { return len(s.Preds) == 1 && s.Dominates(at) })
		})
	})
}

// timestamp reports whether a condition is made of a deletion timestamp.
func timestamp(v ssa.Value, depth int) bool {
	if depth > 4 {
		return false
	}
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return ssautil.FieldName(v.X.Type(), v.Field) == "DeletionTimestamp"
	case *ssa.UnOp:
		return timestamp(v.X, depth+1)
	case *ssa.BinOp:
		return timestamp(v.X, depth+1) || timestamp(v.Y, depth+1)
	case *ssa.Call:
		if fn := ssautil.Callee(v.Common()); fn != nil && fn.Name() == "GetDeletionTimestamp" {
			return true
		}
		return slices.ContainsFunc(v.Call.Args, func(a ssa.Value) bool { return timestamp(a, depth+1) })
	}
	return false
}

// blockIn returns the block of a function in which an effect is, or the call that leads to
// it; nil if it is elsewhere.
func blockIn(fn *ssa.Function, e *interp.Effect) *ssa.BasicBlock {
	for f := e.Frame; f != nil; f = f.Up {
		if f.Fn != fn {
			if f.Up != nil && f.Up.Fn == fn && f.Call != nil {
				return f.Call.Block()
			}
			continue
		}
		for _, b := range fn.Blocks {
			if slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool { return ssautil.Pos(i) == e.Pos || i.Pos() == e.Pos }) {
				return b
			}
		}
		return nil
	}
	return nil
}
