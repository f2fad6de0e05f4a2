package calls

import (
	"go/types"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// TakesObject reports whether a function gets, by its signature, what may be an API
// object, or a part of one.
func TakesObject(sig *types.Signature) bool {
	if recv := sig.Recv(); recv != nil && ofObject(recv.Type()) {
		return true
	}
	for v := range sig.Params().Variables() {
		if ofObject(v.Type()) {
			return true
		}
	}
	return false
}

// ofObject reports whether a parameter of a type may be an API object, a part of
// one, or several of them: a list, or a map of labels.
func ofObject(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		if s, ok := u.Elem().Underlying().(*types.Slice); ok {
			return ofObject(s)
		}
		return clientgo.IsPartOfObject(u.Elem())
	case *types.Slice:
		return clientgo.IsPartOfObject(u.Elem()) || ofObject(u.Elem())
	case *types.Map:
		key, ok := u.Key().Underlying().(*types.Basic)
		return ok && key.Kind() == types.String
	case *types.Interface:
		return clientgo.IsObject(t) || clientgo.IsAPIObject(t)
	}
	return false
}
