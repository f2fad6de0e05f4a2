package fix

import (
	"go/token"
	"go/types"
)

// OnlyVariable returns the one variable that has a pointer to a type and is known at a
// position; "" if there is none, or more.
func OnlyVariable(pkg *types.Package, pos token.Pos, of *types.TypeName) string {
	var found types.Object
	for scope := pkg.Scope().Innermost(pos); scope != nil && scope != pkg.Scope(); scope = scope.Parent() {
		for _, name := range scope.Names() {
			v, ok := scope.Lookup(name).(*types.Var)
			if !ok || v.Pos() >= pos {
				continue
			}
			if named, is := Pointee(v.Type()).(*types.Named); !is || named.Obj() != of {
				continue
			}
			if found != nil {
				return ""
			}
			found = v
		}
	}
	if found == nil || found.Name() == "_" || found.Name() == "" {
		return ""
	}
	return found.Name()
}

// Pointee returns what a pointer points to; nil for other types.
func Pointee(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return types.Unalias(p.Elem())
	}
	return nil
}
