package value

import (
	"go/types"

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
