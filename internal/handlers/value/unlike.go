package value

import "go/types"

// Unlike reports whether a part of an object, whose type is known, is surely not
// of the type that is asserted. What is asserted of a type parameter is objects,
// not their names.
func Unlike(part, asserted types.Type) bool {
	if part == nil || types.IsInterface(part) {
		return false
	}
	if _, param := types.Unalias(asserted).(*types.TypeParam); param {
		_, basic := part.Underlying().(*types.Basic)
		return basic
	}
	_, param := types.Unalias(part).(*types.TypeParam)
	return !param && !types.IsInterface(asserted) && !types.Identical(part, asserted)
}
