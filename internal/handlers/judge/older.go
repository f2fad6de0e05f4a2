package judge

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/hop"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/registered"
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
	asked := byTimestamp(t)
	return asked != nil && slices.ContainsFunc(t.Lost, func(e *interp.Effect) bool { return asked(e) != unasked })
}

// alive says why little comes of what is lost, if it is done for a Pod that is not being
// deleted and for no other, and Add does it as well: it tells that the Pod is there, or what
// has become of it. One that ends is marked first, so that Delete does nothing of it then;
// only one that is forced away, or never ran, is gone without. Of other kinds many are
// deleted at once, and never marked. "" if something may come of it.
func alive(p *resolve.Package, g *registered.Group, t *Tomb) string {
	asked := byTimestamp(t)
	if t.Kind != Dropped || g.Add == nil || asked == nil || !clientgo.Marked(t.At.(*ssa.TypeAssert).AssertedType) {
		return ""
	}
	added := p.Machine.RunObject(g.Add)
	if added.GaveUp || slices.ContainsFunc(t.Lost, func(e *interp.Effect) bool { return added.Effects[e.Key] == nil || asked(e) != unmarked }) {
		return ""
	}
	return "it is done only for a Pod that is not being deleted, as by the Add handler"
}

// How an effect goes by a deletion timestamp.
const (
	unasked  = iota // it does not
	unmarked        // it is done if there is none
	marked          // it is done if there is one, or may be
)

// byTimestamp returns what says how effects go by the deletion timestamp of the object that a
// handler asserts; nil if the handler does not ask for it.
func byTimestamp(t *Tomb) func(*interp.Effect) int {
	asserted, ok := t.At.(*ssa.TypeAssert)
	if !ok || !hop.AsksDeleted(asserted) {
		return nil
	}
	fn := asserted.Parent()
	return func(e *interp.Effect) int {
		at := blockIn(fn, e)
		if at == nil {
			return unasked
		}
		for _, b := range fn.Blocks {
			i, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
			if !ok || !timestamp(i.Cond, asserted, 0) {
				continue
			}
			for side, s := range b.Succs {
				if len(s.Preds) != 1 || !s.Dominates(at) {
					continue
				}
				if side == none(i.Cond) {
					return unmarked
				}
				return marked
			}
		}
		return unasked
	}
}

// none is the way that a condition goes if there is no deletion timestamp; -1 if that
// is not known.
func none(cond ssa.Value) int {
	switch c := cond.(type) {
	case *ssa.BinOp:
		if n, ok := c.Y.(*ssa.Const); ok && n.IsNil() {
			switch c.Op {
			case token.EQL:
				return 0
			case token.NEQ:
				return 1
			}
		}
	case *ssa.Call:
		if fn := ssautil.Callee(c.Common()); fn != nil && fn.Name() == "IsZero" {
			return 0
		}
	}
	return -1
}

// timestamp reports whether a condition is made of an object's deletion timestamp.
func timestamp(v ssa.Value, of ssa.Value, depth int) bool {
	if depth > 4 {
		return false
	}
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return ssautil.FieldName(v.X.Type(), v.Field) == "DeletionTimestamp" && partOf(v.X, of)
	case *ssa.UnOp:
		return timestamp(v.X, of, depth+1)
	case *ssa.BinOp:
		return timestamp(v.X, of, depth+1) || timestamp(v.Y, of, depth+1)
	case *ssa.Call:
		if fn := ssautil.Callee(v.Common()); fn != nil && fn.Name() == "GetDeletionTimestamp" {
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
