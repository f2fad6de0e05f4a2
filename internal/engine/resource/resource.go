// Package resource says which resource a call names, where that is constant: by an example
// object, a constructor's name, or a GroupVersionResource.
//
// It knows nothing of programs: it reads SSA.
package resource

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// Made is the resource of a stand-alone informer, by the example object that
// the constructor gets or by the constructor's name; "" if neither says.
func Made(constructor string, args []ssa.Value) string {
	for _, a := range args {
		if mi, ok := a.(*ssa.MakeInterface); ok {
			if _, isPtr := mi.X.Type().Underlying().(*types.Pointer); isPtr && types.IsInterface(mi.Type()) {
				if key := clientgo.Resource(mi.X.Type()); key != "" && !strings.HasSuffix(key, "ListWatch") {
					return key
				}
			}
		}
	}
	for _, word := range []string{"New", "Filtered", "Typed"} {
		constructor = strings.TrimPrefix(constructor, word)
	}
	return strings.TrimSuffix(strings.TrimSuffix(constructor, "WithOptions"), "Informer")
}

// Object is the resource of an object given to InformerFor.
func Object(v ssa.Value) string {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		return clientgo.Resource(mi.X.Type())
	}
	return "?"
}

// Const returns the text of a constant argument that names a resource: a
// structure literal of constants, or a package variable that is one.
func Const(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value != nil && v.Value.Kind() == constant.String {
			return constant.StringVal(v.Value)
		}
	case *ssa.UnOp:
		if g, ok := v.X.(*ssa.Global); ok && v.Op == token.MUL {
			return clientgo.Path(g.Pkg.Pkg.Path()) + "." + g.Name()
		}
		if a, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL {
			return literalKey(a)
		}
	case *ssa.Call:
		// schema.GroupVersion.WithResource("x") on a constant.
		if fn := v.Call.StaticCallee(); fn != nil && fn.Name() == "WithResource" && len(v.Call.Args) == 2 {
			recv, res := Const(v.Call.Args[0]), Const(v.Call.Args[1])
			if recv != "" && res != "" {
				return recv + "/" + res
			}
		}
	}
	return ""
}

// literalKey joins the constant fields that are stored into a local structure.
func literalKey(a *ssa.Alloc) string {
	st, ok := a.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
	if !ok || a.Referrers() == nil {
		return ""
	}
	parts := make([]string, st.NumFields())
	for _, ref := range *a.Referrers() {
		if whole, ok := ref.(*ssa.Store); ok && whole.Addr == a {
			return "" // a variable that gets its value from elsewhere
		}
		fa, ok := ref.(*ssa.FieldAddr)
		if !ok || fa.Referrers() == nil {
			continue
		}
		for _, use := range *fa.Referrers() {
			if s, ok := use.(*ssa.Store); ok {
				c := Const(s.Val)
				if c == "" && !isEmptyString(s.Val) || parts[fa.Field] != "" {
					return ""
				}
				parts[fa.Field] = c
			}
		}
	}
	return strings.Join(parts, "/")
}

func isEmptyString(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.String && constant.StringVal(c.Value) == ""
}
