package value

import (
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// DeltasOf is what a queue hands to its process function: changes of one object, which
// are taken to be deletions. There may be one alone, after a list that misses the object.
func DeltasOf(obj Value) Value { return Value{Kind: Deltas, Elems: []Value{obj}} }

// Gone reports whether a value is deltas, or one of them.
func (v Value) Gone() bool { return v.Kind == Deltas || v.Kind == Delta }

// One is one of them.
func (v Value) One() Value { return Value{Kind: Delta, Elems: v.Elems} }

// ofDelta is a field of a delta.
func (v Value) ofDelta(name string) Value {
	switch {
	case len(v.Elems) == 0:
	case name == clientgo.DeltaType:
		return Value{Kind: Text, Part: strconv.Quote(clientgo.DeltaGone)}
	case name == clientgo.DeltaObject:
		return v.Elems[0]
	}
	return Value{}
}

// InDeltas reports whether an address is in deltas, and not in a copy of one: what is put
// there may unwrap tombstones in place.
func (s *State) InDeltas(addr ssa.Value) bool {
	fa, ok := addr.(*ssa.FieldAddr)
	return s.Eval(addr).Gone() || ok && s.Eval(fa.X).Gone()
}

// Lends reports whether a function that is not followed gets deltas: it may unwrap the
// tombstones in them, or tell them apart.
func (s *State) Lends(fn *types.Func, args []Value) bool {
	return (fn == nil || !clientgo.Quiet(fn)) && slices.ContainsFunc(args, func(v Value) bool { return v.Gone() || v.Kind == Pointer && s.Load(v).Gone() })
}

// alter notes that a field of a delta in a local variable is filled again: d.Object =
// tombstone.Obj, and then d goes on as a whole.
func (s *State) alter(p, v Value) {
	i := strings.LastIndexByte(p.Path, '.')
	if i < 0 {
		return
	}
	whole := place{p.Ref, p.Path[:i]}
	d, ok := s.Mem.known[whole]
	if !ok || d.Kind != Delta {
		return
	}
	d.Elems = nil
	if p.Path[i+1:] == clientgo.DeltaObject {
		d.Elems = []Value{v}
	}
	s.Mem.set(whole, d)
}
