package callers

import (
	"go/ast"
	"go/parser"
	"go/token"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// MayExport reports whether a package that reaches no informer may
// export a Fact, by its path and the names of its files. It needs no types,
// so it may say yes where Export then finds nothing, as with a local
// variable named like a parameter; it never says no where that finds something.
func MayExport(path string, files []string) bool {
	if path = clientgo.Path(path); clientgo.Std(path) || clientgo.Modelled(path) {
		return false
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return true // somebody else says what is wrong
		}
		for _, decl := range file.Decls {
			fd, ok := decl.(*ast.FuncDecl)
			if ok && fd.Body != nil && fd.Name.IsExported() && hasFuncParam(fd) && callsByName(fd) {
				return true
			}
		}
	}
	return false
}

// callsByName reports whether fd calls something that has the name of one of
// its parameters.
func callsByName(fd *ast.FuncDecl) bool {
	params := make(map[string]bool)
	for _, field := range fd.Type.Params.List {
		for _, name := range field.Names {
			params[name.Name] = true
		}
	}
	found := false
	ast.Inspect(fd.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && params[id.Name] {
				found = true
			}
		}
		return !found
	})
	return found
}
