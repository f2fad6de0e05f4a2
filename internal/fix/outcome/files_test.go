package outcome_test

import (
	"go/ast"
	"go/parser"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/fix/outcome"
	"github.com/informerlint/informerlint/internal/stubtest"
)

// An edit of one file is looked at beside the others, which it leaves as they are: those
// that call what it changes, and those that it calls.
func TestFiles(t *testing.T) {
	stubs := stubtest.Load(t)
	parse := func(name, text string) *ast.File {
		file, err := parser.ParseFile(stubs.Fset, name, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		return file
	}
	check := func(files ...*ast.File) *analysis.Pass {
		info := &types.Info{Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
			Implicits: make(map[ast.Node]types.Object), Selections: make(map[*ast.SelectorExpr]*types.Selection), Scopes: make(map[ast.Node]*types.Scope),
			Instances: make(map[*ast.Ident]types.Instance), FileVersions: make(map[*ast.File]string)}
		pkg, err := (&types.Config{Importer: stubs, GoVersion: "go1.24"}).Check("example.com/p", stubs.Fset, files, info)
		if err != nil {
			t.Fatal(err)
		}
		return &analysis.Pass{Fset: stubs.Fset, Files: files, Pkg: pkg, TypesInfo: info, ResultOf: make(map[*analysis.Analyzer]any)}
	}
	for _, test := range []struct{ name, other, was, is, want string }{
		{"a caller has the lock", "func guarded(t *T) { t.mu.Lock(); t.edited(); t.mu.Unlock() }", "work()", "t.count()", "holds already"},
		{"and calls by another one", "func (t *T) between() { t.edited() }\nfunc guarded(t *T) { t.mu.Lock(); t.between(); t.mu.Unlock() }", "work()", "t.count()", "holds already"},
		{"a caller has it while a wait is made", "func guarded(t *T) { t.mu.Lock(); t.edited(); t.mu.Unlock() }", "work()", "t.ready1()", "with a lock held"},
		{"a caller has given it back", "func guarded(t *T) { t.mu.Lock(); t.mu.Unlock(); t.edited() }", "work()", "t.count()", ""},
		{"a caller has the lock of another one", "func guarded(t, u *T) { u.mu.Lock(); t.edited(); u.mu.Unlock() }", "work()", "t.count()", ""},
		{"the function took it before", "func guarded(t *T) { t.mu.Lock(); t.edited(); t.mu.Unlock() }", "t.count()", "t.count(); work()", ""},
		{"what is called takes it", "func (t *T) helper() { t.mu.Lock(); t.mu.Unlock() }", "t.mu.Lock(); work(); t.mu.Unlock()", "t.mu.Lock(); t.helper(); work(); t.mu.Unlock()", "holds already"},
		{"what is called does not", "func (t *T) helper() { t.rw.Lock(); t.rw.Unlock() }", "t.mu.Lock(); work(); t.mu.Unlock()", "t.mu.Lock(); t.helper(); work(); t.mu.Unlock()", ""},
	} {
		other := parse("other.go", "package p\n"+test.other)
		edited := func(body string) *ast.File {
			return parse("p.go", prelude+"func (t *T) edited() {\n"+strings.ReplaceAll(body, "; ", "\n")+"\n}\n")
		}
		why := outcome.Worse(check(edited(test.was), other), check(edited(test.is), other), false)
		if test.want == "" && why != "" || !strings.Contains(why, test.want) {
			t.Errorf("%s: %q, want %q", test.name, why, test.want)
		}
	}
}
