package clientgo

import (
	"go/parser"
	"go/token"
	"strconv"
)

// ImportsSome reports whether some file imports a package whose path is as
// asked. It says yes where a file cannot be read: somebody else says what is
// wrong with it.
func ImportsSome(files []string, is func(path string) bool) bool {
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return true
		}
		for _, spec := range file.Imports {
			if path, err := strconv.Unquote(spec.Path.Value); err == nil && is(path) {
				return true
			}
		}
	}
	return false
}
