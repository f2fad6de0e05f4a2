package interp

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

func (t *Trail) binop(fr *Frame, i *ssa.BinOp, s *state) val {
	x, y := s.eval(i.X), s.eval(i.Y)
	if i.Op != token.EQL && i.Op != token.NEQ {
		return taint(x, y)
	}
	eq := func(same bool) val {
		if same == (i.Op == token.EQL) {
			return val{k: isTrue}
		}
		return val{k: isFalse}
	}
	null := func(v val) (is, known bool) {
		switch v.k {
		case isNil:
			return true, true
		case nonNil, object, tomb, pointer, closure:
			return false, true
		}
		return false, false
	}
	if x.k == isNil || y.k == isNil {
		a, ka := null(x)
		b, kb := null(y)
		if ka && kb {
			return eq(a == b)
		}
		if ssautil.IsError(i.X.Type()) {
			// A failed conversion, not a decision about the object.
			return val{}
		}
		return taint(x, y)
	}
	if (x.k == isTrue || x.k == isFalse) && (y.k == isTrue || y.k == isFalse) {
		return eq(x.k == y.k)
	}
	if !t.uid {
		return val{}
	}
	if clientgo.IsUID(i.X.Type()) && (x.part == partUID || y.part == partUID) && !ssautil.IsConst(i.X) && !ssautil.IsConst(i.Y) {
		// With the UID of the other object, or with one that was kept.
		s.flags |= SawUID
		t.UIDs = append(t.UIDs, i.Pos())
		if x.from|y.from == Both && x.part == y.part && x.from != y.from {
			if t.note(s, record{kind: Compared, frame: fr, instr: i, pos: i.Pos(), part: partUID}) {
				return eq(false)
			}
		} else {
			t.note(s, record{kind: Kept, frame: fr, instr: i, pos: i.Pos()})
		}
		return val{k: compare, from: x.from | y.from, part: partUID, neg: i.Op == token.NEQ}
	}
	if x.from|y.from == Both && x.from != Both && y.from != Both {
		if x.k == object && y.k == object {
			if t.rec != nil {
				return eq(false)
			}
			return val{k: compare, from: Both, part: partRV, neg: i.Op == token.NEQ}
		}
		part := partAny
		if x.part == y.part && x.k == derived && y.k == derived {
			part = x.part
		}
		switch part {
		case partUID:
			s.flags |= SawUID
			t.UIDs = append(t.UIDs, i.Pos())
			if t.note(s, record{kind: Compared, frame: fr, instr: i, pos: i.Pos(), part: part}) {
				return eq(false)
			}
		case partGen:
			if !slices.Contains(t.Generations, i) {
				t.Generations = append(t.Generations, i)
			}
			if t.note(s, record{kind: Compared, frame: fr, instr: i, pos: i.Pos(), part: part, equal: t.same}) {
				return eq(t.same)
			}
			if t.same {
				return eq(true)
			}
		case partRV:
			if t.note(s, record{kind: Compared, frame: fr, instr: i, pos: i.Pos(), part: part}) {
				return eq(false)
			}
			t.Equal = append(t.Equal, i)
		default:
			t.Equal = append(t.Equal, i)
			if t.same && t.rec == nil {
				return eq(true)
			}
		}
		return val{k: compare, from: Both, part: part, neg: i.Op == token.NEQ}
	}
	return taint(x, y)
}

// equals interprets a comparison of two values as wholes.
func (t *Trail) equals(fr *Frame, instr ssa.Instruction, x, y val, s *state) val {
	if x.from|y.from != Both || x.from == y.from {
		return taint(x, y)
	}
	if x.k == object && y.k == object || x.part == partMeta || y.part == partMeta {
		// Metadata holds the UID.
		s.flags |= SawUID
		if t.note(s, record{kind: Compared, frame: fr, instr: instr, pos: instr.Pos(), part: partUID}) {
			return val{k: isFalse}
		}
		return val{k: compare, from: Both, part: partUID}
	}
	t.Equal = append(t.Equal, instr)
	if t.same && t.rec == nil {
		return val{k: isTrue}
	}
	return val{k: compare, from: Both, part: partAny}
}
