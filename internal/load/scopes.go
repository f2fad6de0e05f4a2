package load

import "go/types"

// emptyScopes empties the scopes of a package's files, functions and blocks, with the
// variables in them. They live as long as the types do, through the package's own scope
// and the signatures that have them, and nobody looks into them once the package has been
// analyzed: importers see what the package itself declares.
//
// Its hidden functions, variables and constants nobody finds either, and they go from its
// own scope, with the types of their parameters. Hidden types stay: their methods tell who
// may put something into an interface.
func emptyScopes(pkg *types.Package) {
	scope := pkg.Scope()
	for child := range scope.Children() {
		emptyScope(child)
	}
	var kept []types.Object
	for _, name := range scope.Names() {
		obj := scope.Lookup(name)
		if _, typ := obj.(*types.TypeName); typ || obj.Exported() {
			kept = append(kept, obj)
		}
	}
	*scope = *types.NewScope(types.Universe, scope.Pos(), scope.End(), "package")
	for _, obj := range kept {
		scope.Insert(obj)
	}
}

func emptyScope(scope *types.Scope) {
	for child := range scope.Children() {
		emptyScope(child)
	}
	*scope = types.Scope{}
}
