package interp

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// assert interprets x.(T): a tombstone is the value type and nothing else; an
// object may be of the asserted type or, in a switch over several, not.
func (t *Trail) assert(fr *Frame, i *ssa.TypeAssert, s *state) []*state {
	x := s.eval(i.X)
	yes := func(s *state, v val) []*state {
		if i.CommaOk {
			v = val{k: tuple, elems: []val{v, {k: isTrue}}}
		}
		s.set(i, v)
		return []*state{s}
	}
	no := func(s *state) []*state {
		if !i.CommaOk {
			t.died(fr, s, i, Panics)
			return nil
		}
		s.set(i, val{k: tuple, elems: []val{zero(i.AssertedType), {k: isFalse}}})
		return []*state{s}
	}
	value, ptr := clientgo.IsTombstone(i.AssertedType)
	iface, _ := i.AssertedType.Underlying().(*types.Interface)
	if _, ok := types.Unalias(i.AssertedType).(*types.TypeParam); ok {
		iface = nil
	}
	switch x.k {
	case tomb:
		if value {
			t.miss(s, Miss{Instr: i, Frame: fr, Kind: MissSeen})
			s.flags |= recognised
			return yes(s, x)
		}
		if iface != nil && (iface.Empty() || t.in.tombT != nil && types.Implements(t.in.tombT, iface)) {
			return yes(s, x)
		}
		k := MissAssert
		switch {
		case ptr:
			k = MissPointer
		case !i.CommaOk:
			k = MissPanic
		}
		t.miss(s, Miss{Instr: i, Frame: fr, Kind: k, After: s.flags&recognised != 0})
		return no(s)
	case object:
		switch {
		case value, ptr:
			return no(s)
		case iface != nil:
			return yes(s, x)
		case x.typ != nil && types.Identical(x.typ, i.AssertedType):
			return yes(s, x)
		case x.typ != nil:
			return no(s)
		}
		other := s.clone()
		other.flags |= Odd
		t.typed(fr, i, s, other)
		x.typ = i.AssertedType
		s.set(i.X, x)
		out := yes(s, x)
		// Not of this type: another case of a switch may take it. The object
		// is not odd if the code does look for several types.
		if switched(i) {
			other.flags = s.flags
		}
		return append(out, no(other)...)
	case isNil:
		return no(s)
	}
	if i.CommaOk {
		return []*state{s}
	}
	s.set(i, taint(x))
	return []*state{s}
}

// switched reports whether the value of a type test is tested again for
// another type than a tombstone: a switch over several kinds of objects.
func switched(i *ssa.TypeAssert) bool {
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
