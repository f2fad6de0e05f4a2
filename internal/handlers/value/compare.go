package value

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// What a condition asks of one object is told as a text, "Spec.NodeName" or
// "DeletionTimestamp zero": two conditions with one text go the same way for one
// object, and those about different fields may go any way.

// IsZero follows the field in Value.Of, if that was compared with nil, or asked
// by a method of that name.
const IsZero = " zero"

// Differs reports whether a comparison is true where its sides differ. One of
// generations that asks which is greater is taken for that: it is false if they
// are equal, or true.
func Differs(i *ssa.BinOp) bool { return i.Op == token.NEQ || i.Op == token.LSS || i.Op == token.GTR }

// Equal is the outcome of a comparison whose sides are known to be equal, or not.
func Equal(i *ssa.BinOp, same bool) Value {
	return Bool(same != Differs(i))
}

// NilTest compares two values, of which one is nil.
func NilTest(i *ssa.BinOp, x, y Value) Value {
	null := func(v Value) (is, known bool) {
		switch v.Kind {
		case Nil:
			return true, true
		case NonNil, Object, Tomb, Pointer, Closure, NoKey, Deltas, Delta:
			return false, true
		}
		return false, false
	}
	a, ka := null(x)
	b, kb := null(y)
	if ka && kb {
		return Equal(i, a == b)
	}
	if ssautil.IsError(i.X.Type()) {
		// A failed conversion, not a decision about the object; of a tombstone it may be
		// that it is one.
		return Stoned(x, y)
	}
	return Asked(i, x, y)
}

// Not is the opposite of a condition.
func (v Value) Not() Value {
	switch v.Kind {
	case True, False:
		return Bool(v.Kind == False)
	case Compare:
		v.Neg = !v.Neg
		return v
	case Derived:
		out := Taint(v)
		out.Of, out.Neg = v.Of, !v.Neg && v.Of != ""
		return out
	}
	return Taint(v)
}

// Asked is the outcome of comparing a part of an object with a constant.
func Asked(i *ssa.BinOp, x, y Value) Value {
	out, part, other := Taint(x, y), x, i.Y
	if x.Kind != Derived {
		part, other = y, i.X
	}
	c, ok := other.(*ssa.Const)
	if !ok || out.Kind != Derived || part.Of == "" {
		return out
	}
	out.Of, out.Neg = part.Of+" "+c.Name(), i.Op == token.NEQ
	if c.IsNil() {
		out.Of = part.Of + IsZero
	}
	return out
}

// Unset reports whether a comparison asks whether a UID, a key made of one, or a name
// is empty: those of an object that an informer hands out never are. A namespace may be.
func Unset(i *ssa.BinOp, x, y Value) bool {
	set := func(v Value) bool {
		return v.Kind == Derived && v.Self && !v.Stone && (v.Part == clientgo.PartUID || v.Part == clientgo.PartName && v.Of == "Name")
	}
	return set(x) && empty(i.Y) || set(y) && empty(i.X)
}

func empty(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.ExactString() == `""`
}
