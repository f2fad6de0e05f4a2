package form

import (
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/ssautil"
)

// Element is what all elements of a container are called.
const Element = "[*]"

// MapKey names an element of a map: by its key, if that is constant.
func MapKey(k ssa.Value) string {
	if c, ok := k.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.String {
		return "[" + c.Value.ExactString() + "]"
	}
	return Element
}

// Elem is the type of a map's elements.
func Elem(t types.Type) types.Type {
	if m, ok := t.Underlying().(*types.Map); ok {
		return m.Elem()
	}
	return types.Typ[types.Invalid]
}

// TypeName is the name of a type, or of what it points to, without its package.
func TypeName(t types.Type) string {
	if n, ok := types.Unalias(ssautil.Deref(t)).(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}

// Called is a function's name as its package writes it.
func Called(fn *ssa.Function) string {
	if fn.Pkg != nil {
		return fn.RelString(fn.Pkg.Pkg)
	}
	return fn.String()
}

// Shared are the variables of a function that its literals read or set.
func Shared(fn *ssa.Function) (out []*ssa.Alloc) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if mc, ok := instr.(*ssa.MakeClosure); ok {
				for _, v := range mc.Bindings {
					if a, ok := v.(*ssa.Alloc); ok {
						out = append(out, a)
					}
				}
			}
		}
	}
	return out
}

// Variadic reports whether a value is the list of the variable arguments of a call.
func Variadic(v ssa.Value) bool {
	if s, ok := v.(*ssa.Slice); ok {
		a, ok := s.X.(*ssa.Alloc)
		return ok && a.Comment == "varargs"
	}
	return false
}
