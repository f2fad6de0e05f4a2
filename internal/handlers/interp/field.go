package interp

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/handlers/effect"
)

// What a condition asks of one object is told as a text, "Spec.NodeName" or
// "DeletionTimestamp nil": two conditions with one text go the same way for one
// object, and those about different fields may go any way.

// isZero is asked by comparing with nil, or by a method of that name.
const isZero = " zero"

// path is the field of a part of an object.
func path(x val, name string) string {
	switch {
	case x.k == object, x.part == partMeta:
		return name
	case x.of == "":
		return ""
	}
	return x.of + "." + name
}

// early notes a branch that the new object alone decides, the first of its way or
// one that looks for what is kept under that object's UID.
func (t *Trail) early(last *ssa.If, cond val, passed Flags) {
	if effect.Looked(last.Cond) != nil {
		passed &^= OnNew
	}
	if cond.from == New && cond.part != partName && passed&(SawUID|OnNew|OnOld) == 0 && !slices.Contains(t.Early, last) {
		t.Early = append(t.Early, last)
	}
}

// not is the opposite of a condition.
func not(x val) val {
	out := taint(x)
	out.of, out.neg = x.of, !x.neg && x.of != ""
	return out
}

// asked is the outcome of comparing a part of an object with a constant.
func asked(i *ssa.BinOp, x, y val) val {
	out, part, other := taint(x, y), x, i.Y
	if x.k != derived {
		part, other = y, i.X
	}
	c, ok := other.(*ssa.Const)
	if !ok || out.k != derived || part.of == "" {
		return out
	}
	out.of, out.neg = part.of+" "+c.Name(), i.Op == token.NEQ
	if c.IsNil() {
		out.of = part.of + isZero
	}
	return out
}
