package judge

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
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
	return ok && hop.AsksDeleted(asserted) && slices.ContainsFunc(t.Lost, func(e *interp.Effect) bool { return byTimestamp(asserted, e) })
}

// byTimestamp reports whether an effect goes by the deletion timestamp of the object that a
// handler asserts.
func byTimestamp(asserted *ssa.TypeAssert, e *interp.Effect) bool {
	fn := asserted.Parent()
	at := blockIn(fn, e)
	if at == nil {
		return false
	}
	for _, b := range fn.Blocks {
		i, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if ok && timestamp(i.Cond, asserted, 0) && slices.ContainsFunc(b.Succs, func(s *ssa.BasicBlock) bool { return len(s.Preds) == 1 && s.Dominates(at) }) {
			return true
		}
	}
	return false
}

// timestamp reports whether a condition is made of an object's deletion timestamp.
func timestamp(v ssa.Value, of ssa.Value, depth int) bool {
	if depth > 4 {
		return false
	}
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return clientgo.DeletionField(ssautil.FieldName(v.X.Type(), v.Field)) && partOf(v.X, of)
	case *ssa.UnOp:
		return timestamp(v.X, of, depth+1)
	case *ssa.BinOp:
		return timestamp(v.X, of, depth+1) || timestamp(v.Y, of, depth+1)
	case *ssa.Call:
		if fn := ssautil.Callee(v.Common()); fn != nil && clientgo.DeletionGetter(fn.Name()) {
			return v.Call.IsInvoke() && partOf(v.Call.Value, of) || len(v.Call.Args) > 0 && partOf(v.Call.Args[0], of)
		}
		return slices.ContainsFunc(v.Call.Args, func(a ssa.Value) bool { return timestamp(a, of, depth+1) })
	}
	return false
}

// partOf reports whether a value is an object, or a part of it.
func partOf(v, of ssa.Value) bool {
	for range 6 {
		if v == of {
			return true
		}
		switch x := v.(type) {
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.Extract:
			v = x.Tuple
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		default:
			return false
		}
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
