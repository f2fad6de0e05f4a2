package callers

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/informerlint/informerlint/internal/clientgo"
)

func TestModes(t *testing.T) {
	for text, want := range map[string]string{
		"func F(f func()) { f() }":                                                              "single",
		"func F(f func()) { defer func() { _ = recover() }(); f() }":                            "single",
		"func F(f func() error) error { if err := f(); err != nil { return err }; return nil }": "single",
		"func F(f func()) { defer f() }":                                                        "single",
		"func F(n int, f func()) { for i := 0; i < n; i++ { println(i) }; f() }":                "single",
		"func F(n int, f func()) { for i := 0; i < n; i++ { f() } }":                            "now",
		"func F(f func() bool) { for !f() { } }":                                                "now",
		"func F(s []int, f func(int)) { for _, i := range s { f(i) } }":                         "now",
		"func F(f func() bool) { again: if !f() { goto again } }":                               "now",
		"func F(f func() error) error { if f() == nil { return nil }; return f() }":             "now",
		"func F(f func()) { go f() }":                                                           "concurrent",
		"func F(f func()) { go func() { f() }() }":                                              "concurrent",
		"func F(f func()) { go f(); f() }":                                                      "",
		"func F(f func()) { f(); F(f) }":                                                        "",
		"func F(f func()) func() { f(); return f }":                                             "",
		"func F(f func()) { func() { f() }() }":                                                 "",
	} {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "p.go", "package p\n\n"+text, 0)
		if err != nil {
			t.Fatal(text, err)
		}
		info := &types.Info{Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object)}
		if _, err := new(types.Config).Check("p", fset, []*ast.File{file}, info); err != nil {
			t.Fatal(text, err)
		}
		fd := file.Decls[0].(*ast.FuncDecl)
		got := ""
		for _, e := range callsParams(info, fd, info.Defs[fd.Name].(*types.Func)) {
			got = clientgo.Mode(e.Mode).String()
		}
		if got != want {
			t.Errorf("%s: %q, not %q", text, got, want)
		}
	}
}
