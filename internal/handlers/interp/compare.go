package interp

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/effect"
	"github.com/informerlint/informerlint/internal/handlers/value"
	"github.com/informerlint/informerlint/internal/ssautil"
)

func (t *Trail) binop(fr *Frame, i *ssa.BinOp, s *state) value.Value {
	x, y := s.Said(i.X), s.Said(i.Y)
	switch i.Op {
	case token.EQL, token.NEQ:
	case token.LSS, token.GTR, token.LEQ, token.GEQ:
		if t.uid && x.Part == clientgo.PartGeneration && y.Part == clientgo.PartGeneration && x.From|y.From == Both && x.From != y.From {
			return t.parts(fr, i, x, y, s)
		}
		return value.Taint(x, y)
	default:
		return value.Key(x, y)
	}
	switch {
	case x.Kind == value.Nil || y.Kind == value.Nil:
		return value.NilTest(i, x, y)
	case s.Given(i.X).Kind == value.Text && s.Given(i.Y).Kind == value.Text:
		return value.Equal(i, s.Given(i.X).Part == s.Given(i.Y).Part)
	case (x.Kind == value.True || x.Kind == value.False) && (y.Kind == value.True || y.Kind == value.False):
		return value.Equal(i, x.Kind == y.Kind)
	case value.Unset(i, x, y):
		return value.Equal(i, false)
	case !t.uid:
		return value.Compared(i, x, y)
	case (x.Part == clientgo.PartUID || y.Part == clientgo.PartUID) && !ssautil.IsConst(i.X) && !ssautil.IsConst(i.Y):
		return t.uids(fr, i, x, y, s)
	case x.From|y.From == Both && x.From != Both && y.From != Both:
		return t.parts(fr, i, x, y, s)
	}
	return value.Asked(i, x, y)
}

// uids compares an object's UID with that of the other object, or with one
// that was kept.
func (t *Trail) uids(fr *Frame, i *ssa.BinOp, x, y value.Value, s *state) value.Value {
	if x.From|y.From == New && effect.Seeks(i) {
		s.flags |= Sought
		t.note(s, record{kind: Found, frame: fr, instr: i, pos: i.Pos()})
		return value.Value{Kind: value.Compare, From: New, Part: clientgo.PartUID, Neg: value.Differs(i)}
	}
	s.flags |= SawUID
	t.UIDs = append(t.UIDs, i.Pos())
	switch {
	case x.From|y.From == Both && x.Part == y.Part && x.From != y.From:
		if t.note(s, record{kind: Compared, frame: fr, instr: i, pos: i.Pos(), part: clientgo.PartUID, equal: t.one}) {
			return value.Equal(i, t.one)
		}
	case t.rec != nil && x.Kind == value.Derived && y.Kind == value.Derived && x.Part == y.Part && x.From == y.From && x.From != Both:
		return value.Equal(i, true) // with itself
	default:
		t.note(s, record{kind: Kept, frame: fr, instr: i, pos: i.Pos()})
	}
	return value.Value{Kind: value.Compare, From: x.From | y.From, Part: clientgo.PartUID, Neg: value.Differs(i)}
}

// parts compares a part of the old object with one of the new.
func (t *Trail) parts(fr *Frame, i *ssa.BinOp, x, y value.Value, s *state) value.Value {
	differ := value.Value{Kind: value.Compare, From: Both, Part: value.AnyPart, Neg: value.Differs(i)}
	if x.Kind == value.Object && y.Kind == value.Object {
		if t.rec != nil {
			return value.Equal(i, t.resync)
		}
		differ.Part = clientgo.PartVersion
		return differ
	}
	if x.Part == y.Part && x.Kind == value.Derived && y.Kind == value.Derived {
		differ.Part = x.Part
	}
	if x.Of == y.Of {
		differ.Of = x.Of
	}
	compared := record{kind: Compared, frame: fr, instr: i, pos: i.Pos(), part: differ.Part}
	switch differ.Part {
	case clientgo.PartUID:
		s.flags |= SawUID
		t.UIDs = append(t.UIDs, i.Pos())
		compared.equal = t.one
		if t.note(s, compared) {
			return value.Equal(i, t.one)
		}
	case clientgo.PartGeneration:
		if !slices.Contains(t.Generations, i) {
			t.Generations = append(t.Generations, i)
		}
		compared.equal = t.same
		if t.note(s, compared) || t.same {
			return value.Equal(i, t.same)
		}
	case clientgo.PartVersion:
		compared.equal = t.resync
		if t.note(s, compared) {
			return value.Equal(i, t.resync)
		}
		t.Equal = append(t.Equal, i)
	default:
		t.Equal = append(t.Equal, i)
		if t.same && t.rec == nil || t.resync {
			return value.Equal(i, true)
		}
	}
	return differ
}

// equals interprets a comparison of two values as wholes.
func (t *Trail) equals(fr *Frame, instr ssa.Instruction, x, y value.Value, s *state) value.Value {
	if x.From|y.From != Both || x.From == y.From {
		return value.Taint(x, y)
	}
	if x.Kind == value.Object && y.Kind == value.Object || x.Part == clientgo.PartMeta || y.Part == clientgo.PartMeta {
		// Metadata holds the UID.
		s.flags |= SawUID
		if t.note(s, record{kind: Compared, frame: fr, instr: instr, pos: instr.Pos(), part: clientgo.PartUID, equal: t.resync}) {
			return value.Bool(t.resync)
		}
		return value.Value{Kind: value.Compare, From: Both, Part: clientgo.PartUID}
	}
	t.Equal = append(t.Equal, instr)
	if t.same && t.rec == nil || t.resync {
		return value.Of(value.True)
	}
	out := value.Value{Kind: value.Compare, From: Both, Part: value.AnyPart}
	if x.Of == y.Of {
		out.Of = x.Of
	}
	return out
}
