package value

import (
	"go/types"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// Convert interprets a call that makes a typed object of the content of another
// one, in a local variable: it is that object once more, as a deep copy is. And it
// interprets one that makes such a content. args has the receiver in front. As a
// key function does, neither fails for an object.
func (s *State) Convert(fn *types.Func, args []Value) (Value, bool) {
	if clientgo.Unconverts(fn) && len(args) > 1 && args[1].Kind == Object {
		return Pack([]Value{args[1].Field(Content), Of(Nil)}), true
	}
	if !clientgo.Converts(fn) || len(args) < 3 {
		return Value{}, false
	}
	content, to := args[1], args[2]
	if content.Kind != Derived || content.Part != AnyPart || content.Of != Content || content.From != Old && content.From != New || to.Kind != Pointer {
		return Value{}, false
	}
	s.Store(to, Value{Kind: Object, From: content.From})
	return Of(Nil), true
}

// Content is the name of what an unstructured object has all its fields in.
const Content = "Object"

// Pointed is the object in a local variable whose address is passed, and any other
// value as it is.
func (s *State) Pointed(v Value) Value {
	if v.Kind == Pointer {
		if in := s.Load(v); in.Kind == Object {
			return in
		}
	}
	return v
}
