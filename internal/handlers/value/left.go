package value

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// Failed is what a checked assertion leaves that fails. Of the nil that it leaves where
// it got a tombstone it is known that it stands where an object was wanted.
func Failed(asserted types.Type, of Value) Value {
	byValue, ptr := clientgo.IsTombstone(asserted)
	if byValue {
		return Of(Blank)
	}
	v := Zero(asserted)
	if v.Kind == Nil && !ptr && (of.Kind == Tomb || of.Left()) {
		v.Stone, v.Type = true, asserted
	}
	return v
}

// NoKeyOf is the key that a key function returns with an error.
func NoKeyOf(call ssa.Instruction) Value {
	v, ok := call.(ssa.Value)
	if !ok {
		return Value{}
	}
	tup, ok := v.Type().(*types.Tuple)
	if !ok || tup.Len() == 0 {
		return Value{}
	}
	if key := Zero(tup.At(0).Type()); key.Kind != Unknown {
		return key
	}
	return Of(NoKey)
}

// Left reports whether a value is the nil that was left where a tombstone was no object,
// or an interface that holds it.
func (v Value) Left() bool { return v.Stone && (v.Kind == Nil || v.Kind == NonNil) }

// Bears reports whether any of some values may tell something of an object or a tombstone,
// also in a variable that it points to or has captured: a bool may say that it was missed.
func (s *State) Bears(given []Value) bool {
	return slices.ContainsFunc(given, func(v Value) bool {
		if v.bears() || s.Bears(v.Elems) {
			return true
		}
		if v.Kind != Pointer {
			return false
		}
		for p, part := range s.Mem.known {
			// What stands there may point to others, of which anything may be said.
			if p.ref == v.Ref && (part.bears() || part.Kind == Pointer || slices.ContainsFunc(part.Elems, func(e Value) bool { return e.bears() || e.Kind == Pointer })) {
				return true
			}
		}
		return false
	})
}

func (v Value) bears() bool {
	return v.From != 0 || v.Kind == Tomb || v.Stone && !v.Left() || v.Kind == True || v.Kind == False
}
