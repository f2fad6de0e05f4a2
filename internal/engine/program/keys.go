package program

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// Key returns the text under which a function's program is known.
func Key(fn *ssa.Function) string { return fnKey(fn) }

// fnKey returns the text under which a function's program is known:
// "path.F", "path.T.M" (whatever the receiver's pointerness), "path.F$1".
func fnKey(fn *ssa.Function) string {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if p := fn.Parent(); p != nil {
		return fnKey(p) + strings.TrimPrefix(fn.Name(), p.Name())
	}
	if obj, ok := fn.Object().(*types.Func); ok {
		return methodKey(obj)
	}
	if fn.Pkg != nil {
		return clientgo.Path(fn.Pkg.Pkg.Path()) + "." + fn.Name()
	}
	return fn.String()
}

func methodKey(fn *types.Func) string {
	fn = fn.Origin()
	path := ""
	if fn.Pkg() != nil {
		path = clientgo.Path(fn.Pkg().Path()) + "."
	}
	if recv := fn.Signature().Recv(); recv != nil {
		return namedType(recv.Type()) + "." + fn.Name()
	}
	return path + fn.Name()
}

// namedType returns "path.T" for a named non-interface type or a pointer to
// one, else "".
func namedType(t types.Type) string {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	named, ok := t.(*types.Named)
	if !ok || types.IsInterface(named) {
		return ""
	}
	obj := named.Origin().Obj()
	if obj.Pkg() == nil {
		return obj.Name()
	}
	return clientgo.Path(obj.Pkg().Path()) + "." + obj.Name()
}

// isAggregate: values of this type are structures or arrays, whose fields are
// reached through the value itself.
func isAggregate(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
}

// constKey returns the text of a constant argument that names a resource: a
// structure literal of constants, or a package variable that is one.
func constKey(v ssa.Value) string {
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
			recv, res := constKey(v.Call.Args[0]), constKey(v.Call.Args[1])
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
				c := constKey(s.Val)
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
