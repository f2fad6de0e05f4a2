package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Import is the name by which a position's file knows a package, as far as it
// means that there; "" if it has no name for it. want is given packages that
// the file imports.
func (s *Source) Import(pos token.Pos, want func(*types.Package) bool) string {
	file, scope := s.File(pos), s.pass.Pkg.Scope().Innermost(pos)
	if file == nil || scope == nil {
		return ""
	}
	for _, spec := range file.Imports {
		name := s.pass.TypesInfo.PkgNameOf(spec)
		if name == nil || name.Name() == "_" || name.Name() == "." || !want(name.Imported()) {
			continue
		}
		if _, obj := scope.LookupParent(name.Name(), pos); obj == name {
			return name.Name()
		}
	}
	return ""
}

// Local reports whether a type is one of the package's own.
func (s *Source) Local(t *types.Named) bool { return t.Obj().Pkg() == s.pass.Pkg }

// Std is Import for a package of the standard library.
func (s *Source) Std(pos token.Pos, path string) string {
	return s.Import(pos, func(p *types.Package) bool { return p.Path() == path })
}

// Name is Import, with an edit that imports the package under its own name if
// the file does not; "" if that is not possible.
func (s *Source) Name(pos token.Pos, name, path string, want func(*types.Package) bool) (string, []analysis.TextEdit) {
	if known := s.Import(pos, want); known != "" {
		return known, nil
	}
	edit, ok := s.addImport(pos, name, path)
	if !ok {
		return "", nil
	}
	return name, []analysis.TextEdit{edit}
}

// addImport imports a package under its own name, after the last import of the
// same host in the first declaration with parentheses, or in a declaration of its own
// after the last one if none has them. It fails if nothing is imported, or the name is
// taken.
func (s *Source) addImport(pos token.Pos, name, path string) (analysis.TextEdit, bool) {
	file, scope := s.File(pos), s.pass.Pkg.Scope().Innermost(pos)
	if file == nil || scope == nil || s.pass.Pkg.Scope().Lookup(name) != nil {
		return analysis.TextEdit{}, false
	}
	if _, obj := scope.LookupParent(name, token.NoPos); obj != nil {
		return analysis.TextEdit{}, false
	}
	host, _, _ := strings.Cut(path, "/")
	var last *ast.GenDecl
	for _, decl := range file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.IMPORT || len(gen.Specs) == 0 {
			continue
		}
		if !gen.Lparen.IsValid() {
			last = gen
			continue
		}
		at := gen.Specs[len(gen.Specs)-1]
		for _, spec := range gen.Specs {
			if p, _ := strconv.Unquote(spec.(*ast.ImportSpec).Path.Value); strings.HasPrefix(p, host+"/") && p < path {
				at = spec
			}
		}
		return Insert(at.End(), "\n\t"+strconv.Quote(path)), true
	}
	if last == nil {
		return analysis.TextEdit{}, false
	}
	return Insert(s.lineEnd(file, last.End()), "\nimport "+strconv.Quote(path)), true
}
