package apply

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// removeImports deletes from src the import declarations whose name was used
// in old and is used no longer. An import whose name cannot be told without
// types is one that old does not use under the guessed name either, so it
// stays.
func removeImports(old, src []byte) ([]byte, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	before, err := parser.ParseFile(token.NewFileSet(), "", old, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	was, is := qualifiers(before), qualifiers(file)

	var cuts edits
	offset := func(pos token.Pos) int { return fset.File(pos).Offset(pos) }
	for _, decl := range file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.IMPORT {
			continue
		}
		var idle []*ast.ImportSpec
		for _, spec := range gen.Specs {
			spec := spec.(*ast.ImportSpec)
			if name := importName(spec); was[name] && !is[name] {
				idle = append(idle, spec)
			}
		}
		if len(idle) > 0 && len(idle) == len(gen.Specs) {
			start, end := wholeLines(src, offset(gen.Pos()), offset(gen.End()))
			cuts = append(cuts, edit{start, end, ""})
			continue
		}
		for _, spec := range idle {
			start, end := wholeLines(src, offset(spec.Pos()), offset(spec.End()))
			cuts = append(cuts, edit{start, end, ""})
		}
	}
	slices.SortFunc(cuts, func(a, b edit) int { return a.start - b.start })
	return cuts.apply(src)
}

// wholeLines widens a range to the lines that hold it, if nothing but a
// comment stands beside it.
func wholeLines(src []byte, start, end int) (int, int) {
	lineStart := bytes.LastIndexByte(src[:start], '\n') + 1
	lineEnd := len(src)
	if i := bytes.IndexByte(src[end:], '\n'); i >= 0 {
		lineEnd = end + i + 1
	}
	rest := strings.TrimSpace(string(src[end:lineEnd]))
	if strings.TrimSpace(string(src[lineStart:start])) == "" && (rest == "" || strings.HasPrefix(rest, "//")) {
		return lineStart, lineEnd
	}
	return start, end
}

// qualifiers returns the names X of all expressions X.y in a file.
func qualifiers(file *ast.File) map[string]bool {
	names := make(map[string]bool)
	ast.Inspect(file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := sel.X.(*ast.Ident); ok {
				names[x.Name] = true
			}
		}
		return true
	})
	return names
}

var versionSuffix = regexp.MustCompile(`^v[0-9]+$`)

// importName returns the name by which a file refers to an import, or the
// likeliest one if it does not say.
func importName(spec *ast.ImportSpec) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	p, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return ""
	}
	base := path.Base(p)
	if dir := path.Dir(p); versionSuffix.MatchString(base) && dir != "." && !strings.HasPrefix(p, "k8s.io/api/") {
		base = path.Base(dir)
	}
	return base
}
