package interp

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/ssautil"
)

func (t *Trail) binop(fr *Frame, i *ssa.BinOp, s *state) val {
	x, y := s.eval(i.X), s.eval(i.Y)
	switch i.Op {
	case token.EQL, token.NEQ:
	case token.LSS, token.GTR, token.LEQ, token.GEQ:
		if t.uid && x.part == partGen && y.part == partGen && x.from|y.from == Both && x.from != y.from {
			return t.parts(fr, i, x, y, s)
		}
		return taint(x, y)
	default:
		return keyOf(x, y)
	}
	switch {
	case x.k == isNil || y.k == isNil:
		return nilTest(i, x, y)
	case s.given(i.X).k == text && s.given(i.Y).k == text:
		return equal(i, s.given(i.X).part == s.given(i.Y).part)
	case (x.k == isTrue || x.k == isFalse) && (y.k == isTrue || y.k == isFalse):
		return equal(i, x.k == y.k)
	case !t.uid:
		return val{}
	case (x.part == partUID || y.part == partUID) && !ssautil.IsConst(i.X) && !ssautil.IsConst(i.Y):
		return t.uids(fr, i, x, y, s)
	case x.from|y.from == Both && x.from != Both && y.from != Both:
		return t.parts(fr, i, x, y, s)
	}
	return asked(i, x, y)
}

// differs reports whether a comparison is true where its sides differ. One of
// generations that asks which is greater is taken for that: it is false if they
// are equal, or true.
func differs(i *ssa.BinOp) bool { return i.Op == token.NEQ || i.Op == token.LSS || i.Op == token.GTR }

// equal is the outcome of a comparison whose sides are known to be equal, or not.
func equal(i *ssa.BinOp, same bool) val {
	if same != differs(i) {
		return val{k: isTrue}
	}
	return val{k: isFalse}
}

// nilTest compares two values, of which one is nil.
func nilTest(i *ssa.BinOp, x, y val) val {
	null := func(v val) (is, known bool) {
		switch v.k {
		case isNil:
			return true, true
		case nonNil, object, tomb, pointer, closure:
			return false, true
		}
		return false, false
	}
	a, ka := null(x)
	b, kb := null(y)
	if ka && kb {
		return equal(i, a == b)
	}
	if ssautil.IsError(i.X.Type()) {
		// A failed conversion, not a decision about the object.
		return val{}
	}
	return asked(i, x, y)
}

// uids compares an object's UID with that of the other object, or with one
// that was kept.
func (t *Trail) uids(fr *Frame, i *ssa.BinOp, x, y val, s *state) val {
	s.flags |= SawUID
	t.UIDs = append(t.UIDs, i.Pos())
	switch {
	case x.from|y.from == Both && x.part == y.part && x.from != y.from:
		if t.note(s, record{kind: Compared, frame: fr, instr: i, pos: i.Pos(), part: partUID, equal: t.one}) {
			return equal(i, t.one)
		}
	case t.rec != nil && x.k == derived && y.k == derived && x.part == y.part && x.from == y.from && x.from != Both:
		return equal(i, true) // with itself
	default:
		t.note(s, record{kind: Kept, frame: fr, instr: i, pos: i.Pos()})
	}
	return val{k: compare, from: x.from | y.from, part: partUID, neg: differs(i)}
}

// parts compares a part of the old object with one of the new.
func (t *Trail) parts(fr *Frame, i *ssa.BinOp, x, y val, s *state) val {
	differ := val{k: compare, from: Both, part: partAny, neg: differs(i)}
	if x.k == object && y.k == object {
		if t.rec != nil {
			return equal(i, t.resync)
		}
		differ.part = partRV
		return differ
	}
	if x.part == y.part && x.k == derived && y.k == derived {
		differ.part = x.part
	}
	compared := record{kind: Compared, frame: fr, instr: i, pos: i.Pos(), part: differ.part}
	switch differ.part {
	case partUID:
		s.flags |= SawUID
		t.UIDs = append(t.UIDs, i.Pos())
		compared.equal = t.one
		if t.note(s, compared) {
			return equal(i, t.one)
		}
	case partGen:
		if !slices.Contains(t.Generations, i) {
			t.Generations = append(t.Generations, i)
		}
		compared.equal = t.same
		if t.note(s, compared) || t.same {
			return equal(i, t.same)
		}
	case partRV:
		compared.equal = t.resync
		if t.note(s, compared) {
			return equal(i, t.resync)
		}
		t.Equal = append(t.Equal, i)
	default:
		t.Equal = append(t.Equal, i)
		if t.same && t.rec == nil || t.resync {
			return equal(i, true)
		}
	}
	return differ
}

// equals interprets a comparison of two values as wholes.
func (t *Trail) equals(fr *Frame, instr ssa.Instruction, x, y val, s *state) val {
	if x.from|y.from != Both || x.from == y.from {
		return taint(x, y)
	}
	if x.k == object && y.k == object || x.part == partMeta || y.part == partMeta {
		// Metadata holds the UID.
		s.flags |= SawUID
		if t.note(s, record{kind: Compared, frame: fr, instr: instr, pos: instr.Pos(), part: partUID, equal: t.resync}) {
			if t.resync {
				return val{k: isTrue}
			}
			return val{k: isFalse}
		}
		return val{k: compare, from: Both, part: partUID}
	}
	t.Equal = append(t.Equal, instr)
	if t.same && t.rec == nil || t.resync {
		return val{k: isTrue}
	}
	return val{k: compare, from: Both, part: partAny}
}
