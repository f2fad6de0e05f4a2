package value

import (
	"go/types"
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// Encode interprets a call that makes a text of a tombstone as it came, of the key in
// it, or of a structure with one in it. Whoever reads the text finds Key and Obj where an
// object has its kind and metadata.
//
// What is only computed from the text, as a hash or a length, is not followed: it
// may be good for whatever it is wanted for.
func (s *State) Encode(fn *types.Func, args []Value) (Value, bool) {
	if !clientgo.Encodes(fn) || len(args) == 0 {
		return Value{}, false
	}
	arg := args[0]
	if arg.Kind == Pointer {
		arg = s.Load(arg)
	}
	if arg.Kind != Tomb && !arg.key && (!slices.ContainsFunc(arg.Elems, func(v Value) bool { return v.Kind == Tomb }) || slices.ContainsFunc(arg.Elems, func(v Value) bool { return v.Kind != Tomb && tells(v) })) {
		return Value{}, false
	}
	text, err := Value{Kind: Derived, From: Old, Part: AnyPart}, Value{Kind: Derived, From: Old, Part: AnyPart}
	text.Stone, text.Coded = true, true // it fails as often as for an object
	return Pack([]Value{text, err}), true
}

// Coded reports whether one of some values is, or has in it, the text of a tombstone,
// and no other one tells which object it is: who gets its name as well may go by that.
func (s *State) Coded(vs ...Value) bool {
	in := make([]Value, len(vs))
	for i, v := range vs {
		if in[i] = v; v.Kind == Pointer {
			in[i] = s.Load(v)
		}
	}
	return coded(in)
}

func coded(vs []Value) bool {
	return slices.ContainsFunc(vs, func(v Value) bool { return v.Coded }) && !slices.ContainsFunc(vs, tells)
}

// tells reports whether a value is a tombstone, or a part of one that is no text of it.
func tells(v Value) bool { return v.Kind == Tomb || v.From != 0 && !v.Coded }
