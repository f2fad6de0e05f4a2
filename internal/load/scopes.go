package load

import "go/types"

// emptyScopes empties the scopes of a package's files, functions and blocks, with the
// variables in them. They live as long as the types do, through the package's own scope
// and the signatures that have them, and nobody looks into them once the package has been
// analyzed: importers see what the package itself declares.
func emptyScopes(pkg *types.Package) {
	for child := range pkg.Scope().Children() {
		emptyScope(child)
	}
}

func emptyScope(scope *types.Scope) {
	for child := range scope.Children() {
		emptyScope(child)
	}
	*scope = types.Scope{}
}
