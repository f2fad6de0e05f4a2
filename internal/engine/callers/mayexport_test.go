package callers

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// calls is what looksLike must not miss.
func calls(t *testing.T, name string, src []byte) bool {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, decl := range file.Decls {
		if fd, ok := decl.(*ast.FuncDecl); ok && fd.Body != nil && hasFuncParam(fd) && callsByName(fd) {
			return true
		}
	}
	return false
}

func TestLooksLike(t *testing.T) {
	for text, want := range map[string]bool{
		"func F(f func()) { f() }":                                       true,
		"func F(f  func()) { go f () }":                                  true,
		"func F(f\tfunc()) { (f)() }":                                    true,
		"func F(f /* now */ func()) { f() }":                             true,
		"func F(f func()) { f/* now */() }":                              true,
		"func F(a, f func()) { a() }":                                    true,
		"func F(a,\n\tf func()) { a() }":                                 true,
		"func F(\n\ta, // the first\n\tf func(),\n) { a() }":             true,
		"func F(a, /* it */ f func()) { a() }":                           true,
		"func F(é func()) { é() }":                                       true,
		"type T struct{}\n\nfunc (T) F(n int, run func(int)) { run(n) }": true,
		"func F(f func()) { G(nil, f, nil) }\n\nfunc G(...any) {}":       false,
		"func F(f func()) func() { return f }":                           false,
		"func F() { func() {}() }":                                       false,
		"func F() { defer func() {}() }":                                 false,
		"func F(fs ...func()) { fs[0]() }":                               false,
		"var f = func() {}":                                              false,
	} {
		src := []byte("package p\n\n" + text + "\n")
		if got := looksLike(src); got != want {
			t.Errorf("%q: %v", text, got)
		}
		if calls(t, "p.go", src) && !want {
			t.Errorf("%q calls its parameter", text)
		}
	}
}

// Of no file of this repository does the text say no where the syntax says yes.
func TestLooksLikeOfFiles(t *testing.T) {
	var files, plain int
	err := filepath.WalkDir("../../..", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.Contains(name, "/testdata/fuzz/") {
			return err
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if files++; looksLike(src) {
			return nil
		}
		plain++
		if calls(t, name, src) {
			t.Errorf("%s has a function that calls its parameter", name)
		}
		return nil
	})
	if err != nil || files < 500 || plain < files/2 {
		t.Errorf("%d files, of which %d need no parsing, %v", files, plain, err)
	}
}
