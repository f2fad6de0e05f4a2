package value

import (
	"strconv"
	"strings"

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
