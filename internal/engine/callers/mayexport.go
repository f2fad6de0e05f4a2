package callers

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"

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
		src, err := os.ReadFile(name)
		if err != nil {
			return true // somebody else says what is wrong
		}
		if !looksLike(src) {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
		if err != nil {
			return true
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

// looksLike reports whether a function may have a parameter that is a function and
// that it calls, as far as a look at the text can tell: somewhere a name stands
// before "func", and elsewhere before a parenthesis. Go's scanner puts a semicolon
// after a name at the end of a line, so that they are on one line. Parsing is ten
// times as dear, and of most files there is nothing more to know.
func looksLike(src []byte) bool {
	const word = "func"
	for at := 0; ; {
		i := bytes.Index(src[at:], []byte(word))
		if i < 0 {
			return false
		}
		i += at
		at = i + len(word)
		before := bytes.TrimRight(src[:i], " \t\r")
		name := lastName(before)
		switch {
		case bytes.HasSuffix(before, []byte("*/")):
			return true // what stands before the comment is not looked for
		case len(name) == 0 || token.IsKeyword(string(name)):
			continue
		}
		if followsOthers(before[:len(before)-len(name)]) || isCalled(src, name) {
			return true
		}
	}
}

// followsOthers reports whether a name after a text may be one of several that have
// one type: then another of them may be the one that is called.
func followsOthers(text []byte) bool {
	rest := bytes.TrimRight(text, " \t\r\n")
	if bytes.HasSuffix(rest, []byte(",")) || bytes.HasSuffix(rest, []byte("*/")) {
		return true
	}
	line := rest[bytes.LastIndexByte(rest, '\n')+1:]
	return bytes.Contains(text[len(rest):], []byte("\n")) && bytes.Contains(line, []byte("//")) // a comma may stand before the comment
}

// isCalled reports whether a name stands before a parenthesis or a comment.
func isCalled(src, name []byte) bool {
	for at := 0; ; {
		i := bytes.Index(src[at:], name)
		if i < 0 {
			return false
		}
		i += at
		at = i + len(name)
		if len(lastName(src[:at])) != len(name) {
			continue // it is the end of another one
		}
		if after := bytes.TrimLeft(src[at:], " \t\r\n"); len(after) > 0 && bytes.IndexByte([]byte("()/"), after[0]) >= 0 {
			return true
		}
	}
}

// lastName is the name with which a text ends.
func lastName(text []byte) []byte {
	i := len(text)
	for i > 0 && isLetter(text[i-1]) {
		i--
	}
	return text[i:]
}

func isLetter(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c >= 0x80
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
