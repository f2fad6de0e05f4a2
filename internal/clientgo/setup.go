package clientgo

import (
	"go/types"
	"strings"
)

// Methods that change a shared informer only before it runs, and afterwards
// return the error "informer has already started" (shared_informer.go, v0.19 to
// v0.37). AddIndexers is one up to v0.29.
const (
	SetTransform                    = "SetTransform"
	SetWatchErrorHandler            = "SetWatchErrorHandler"
	SetWatchErrorHandlerWithContext = "SetWatchErrorHandlerWithContext"
	AddIndexers                     = "AddIndexers"
)

// Transforms reports whether a function gives an informer, a factory or a cache a
// transform: SetTransform, WithTransform and what is called like them.
func Transforms(fn *types.Func) bool {
	return fn != nil && strings.HasSuffix(fn.Name(), "Transform")
}

// IndexersFixed reports whether the client-go that pkg imports refuses
// AddIndexers once the informer has been started: before v0.30, which is the
// first that has cache.DeletionHandlingObjectToName. Of a package that is not
// imported directly not all names are known, and then the answer is no.
func IndexersFixed(pkg *types.Package) bool {
	for _, imp := range pkg.Imports() {
		if IsRoot(imp.Path()) {
			return imp.Complete() && imp.Scope().Lookup("SharedIndexInformer") != nil && imp.Scope().Lookup("DeletionHandlingObjectToName") == nil
		}
	}
	return false
}
