package interp

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/effect"
	"github.com/informerlint/informerlint/internal/handlers/value"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// assert interprets x.(T): a tombstone is the value type and nothing else; an
// object may be of the asserted type or, in a switch over several, not.
func (t *Trail) assert(fr *Frame, i *ssa.TypeAssert, s *state) []*state {
	typ := fr.Concrete(i.AssertedType)
	switch x := s.Eval(i.X); x.Kind {
	case value.Tomb:
		return t.assertTombstone(fr, i, typ, x, s)
	case value.Object:
		t.asserted = append(t.asserted, typ)
		return t.assertObject(fr, i, typ, x, s)
	case value.Nil:
		return t.fails(fr, i, s)
	case value.Deltas:
		if clientgo.IsDeltas(typ) {
			return succeeds(i, s, x)
		}
	default:
		if x.Kind == value.Derived && value.Unlike(x.Type, typ) {
			return t.fails(fr, i, s)
		}
		if x.Kind == value.Derived && x.Type != nil && types.Identical(x.Type, typ) || x.Kind == value.Pointer && types.Identical(x.Ref.Type(), typ) {
			return succeeds(i, s, x)
		}
		if !i.CommaOk {
			s.Set(i, value.Taint(x))
		}
	}
	return []*state{s}
}

// succeeds goes on with v as what was asserted.
func succeeds(i *ssa.TypeAssert, s *state, v value.Value) []*state {
	if i.CommaOk {
		v = value.Value{Kind: value.Tuple, Elems: []value.Value{v, {Kind: value.True}}}
	}
	s.Set(i, v)
	return []*state{s}
}

// fails goes on where ok is false, if that is asked.
func (t *Trail) fails(fr *Frame, i *ssa.TypeAssert, s *state) []*state {
	if !i.CommaOk {
		t.GaveUp = t.GaveUp || fr.Recovers()
		t.died(fr, s, i, Panics)
		return nil
	}
	s.Set(i, value.Value{Kind: value.Tuple, Elems: []value.Value{value.Failed(fr.Concrete(i.AssertedType), s.Eval(i.X)), {Kind: value.False}}})
	return []*state{s}
}

func (t *Trail) assertTombstone(fr *Frame, i *ssa.TypeAssert, typ types.Type, x value.Value, s *state) []*state {
	byValue, ptr := clientgo.IsTombstone(typ)
	if byValue {
		t.miss(s, Miss{Instr: i, Frame: fr, Kind: MissSeen})
		s.flags |= recognised
		return succeeds(i, s, x)
	}
	if iface := ssautil.AsInterface(typ); iface != nil && (iface.Empty() || t.in.tombT != nil && types.Implements(t.in.tombT, iface)) {
		return succeeds(i, s, x)
	}
	k := MissAssert
	switch {
	case ptr:
		k = MissPointer
	case !i.CommaOk:
		k = MissPanic
	}
	t.miss(s, Miss{Instr: i, Frame: fr, Kind: k, After: s.flags&recognised != 0})
	return t.fails(fr, i, s)
}

func (t *Trail) assertObject(fr *Frame, i *ssa.TypeAssert, typ types.Type, x value.Value, s *state) []*state {
	byValue, ptr := clientgo.IsTombstone(typ)
	switch {
	case byValue, ptr, clientgo.IsObjectValue(typ) && (x.Type == nil || !types.Identical(x.Type, typ)):
		return t.fails(fr, i, s)
	case ssautil.AsInterface(typ) != nil:
		return succeeds(i, s, x)
	case x.Type != nil && types.Identical(x.Type, typ):
		return succeeds(i, s, x)
	case x.Type != nil:
		return t.fails(fr, i, s)
	}
	other := s.clone()
	other.flags |= Odd
	t.typed(fr, i, s, other)
	x.Type = typ
	s.Set(i.X, x)
	out := succeeds(i, s, x)
	// Not of this type: another case of a switch may take it. The object
	// is not odd if the code does look for several types.
	if effect.Switched(i) {
		other.flags = s.flags
	}
	return append(out, t.fails(fr, i, other)...)
}
