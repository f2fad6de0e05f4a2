package program

import (
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
