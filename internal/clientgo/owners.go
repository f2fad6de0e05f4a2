package clientgo

import "go/types"

// Builder says what a method of controller-runtime's builder is asked: "Owns", "Watches",
// "WithEventFilter" and so on; "" for other functions.
func Builder(fn *types.Func) string {
	if fn == nil || fn.Pkg() == nil || Path(fn.Pkg().Path()) != ctrlRoot+"/pkg/builder" || fn.Signature().Recv() == nil {
		return ""
	}
	return fn.Name()
}

// WatchesKind reports whether fn gets a handler and predicates: the Watch of a Controller
// (up to controller-runtime v0.18), or source.Kind.
func WatchesKind(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	path := Path(fn.Pkg().Path())
	return fn.Name() == "Watch" && path == ctrlRoot+"/pkg/controller" || fn.Name() == "Kind" && path == ctrlRoot+"/pkg/source"
}

// AsksOwner reports whether a type is the handler that has the owner of an object
// reconciled (up to controller-runtime v0.14), or a function makes that.
func AsksOwner(typ types.Type, maker *types.Func) bool {
	const name = ctrlRoot + "/pkg/handler.EnqueueRequestForOwner"
	return typ != nil && typeName(typ) == name || maker != nil && FuncName(maker) == name
}

// AddsFinalizer reports whether fn adds a finalizer to an object.
func AddsFinalizer(fn *types.Func) bool {
	return FuncName(fn) == ctrlRoot+"/pkg/controller/controllerutil.AddFinalizer"
}
