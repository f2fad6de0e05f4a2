package tombstone

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// importName returns the qualifier, with its dot, by which the file can name
// the tombstone's package at pos, and an edit that imports it if need be.
func (s *site) importName(pos token.Pos) (string, []analysis.TextEdit) {
	scope := s.pass.Pkg.Scope().Innermost(pos)
	if scope == nil {
		return "", nil
	}
	for _, spec := range s.file.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		if !clientgo.IsRoot(path) {
			continue
		}
		pn, ok := s.pass.TypesInfo.Implicits[spec].(*types.PkgName)
		if spec.Name != nil {
			pn, ok = s.pass.TypesInfo.Defs[spec.Name].(*types.PkgName)
		}
		if !ok || pn.Name() == "_" || pn.Name() == "." {
			continue
		}
		if _, obj := scope.LookupParent(pn.Name(), pos); obj == pn {
			return pn.Name() + ".", nil
		}
	}
	const name = "cache"
	if _, obj := scope.LookupParent(name, token.NoPos); obj != nil || s.pass.Pkg.Scope().Lookup(name) != nil || s.file.Scope != nil && s.file.Scope.Lookup(name) != nil {
		return "", nil // the name is taken
	}
	edit, ok := addImport(s.file, clientgo.CachePath())
	if !ok {
		return "", nil
	}
	return name + ".", []analysis.TextEdit{edit}
}

// addImport adds an import after the last one of the same kind in the first
// declaration with parentheses.
func addImport(file *ast.File, path string) (analysis.TextEdit, bool) {
	for _, decl := range file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.IMPORT || !gen.Lparen.IsValid() || len(gen.Specs) == 0 {
			continue
		}
		at := gen.Specs[len(gen.Specs)-1]
		for _, spec := range gen.Specs {
			if p, _ := strconv.Unquote(spec.(*ast.ImportSpec).Path.Value); strings.HasPrefix(p, "k8s.io/") && p < path {
				at = spec
			}
		}
		return analysis.TextEdit{Pos: at.End(), End: at.End(), NewText: []byte("\n\t" + strconv.Quote(path))}, true
	}
	return analysis.TextEdit{}, false
}
