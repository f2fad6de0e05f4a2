package ssabuild

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

const source = `package p

var table = []func(){func() {}}

func outer() {
	func() {
		func() {}()
	}()
}

type t struct{}

func (t) method() {}

func external()

func init() {}
`

// newPass type-checks a package; bad types stay in the pass.
func newPass(t *testing.T, src string) *analysis.Pass {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	pass := &analysis.Pass{Fset: fset, Files: []*ast.File{file}, TypesInfo: &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
		Implicits: make(map[ast.Node]types.Object), Instances: make(map[*ast.Ident]types.Instance), Scopes: make(map[ast.Node]*types.Scope),
		Selections: make(map[*ast.SelectorExpr]*types.Selection), FileVersions: make(map[*ast.File]string),
	}}
	conf := types.Config{Error: func(err error) {
		var te types.Error
		if errors.As(err, &te) {
			pass.TypeErrors = append(pass.TypeErrors, te)
		}
	}}
	pass.Pkg, _ = conf.Check("example.com/p", fset, pass.Files, pass.TypesInfo)
	return pass
}

func lazy(t *testing.T, pass *analysis.Pass) *Lazy {
	t.Helper()
	result, err := Analyzer.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	return result.(*Lazy)
}

func TestNothingIsBuiltBeforeSomebodyAsks(t *testing.T) {
	l := lazy(t, newPass(t, source))
	if l.pkg != nil || l.fns != nil {
		t.Error("SSA is there")
	}
	// Of all who ask at the same time, each gets the same.
	var wg sync.WaitGroup
	got := make([]*ssa.Package, 8)
	for i := range got {
		wg.Go(func() { got[i] = l.Package() })
	}
	wg.Wait()
	for _, p := range got {
		if p == nil || p != got[0] {
			t.Fatalf("packages %v", got)
		}
	}
}

// Functions come in source order, after the literals of variables, each before
// the literals in it.
func TestFunctions(t *testing.T) {
	var names []string
	for _, fn := range lazy(t, newPass(t, source)).Functions() {
		names = append(names, fn.Name())
	}
	if got, want := strings.Join(names, " "), "init init$1 outer outer$1 outer$1$1 method external init#1"; got != want {
		t.Errorf("functions %s, want %s", got, want)
	}
}

// Of a package with errors nothing is said.
func TestIncompleteTypes(t *testing.T) {
	for name, pass := range map[string]*analysis.Pass{
		"type errors": newPass(t, "package p\n\nvar x int = \"\"\n"),
		"no files":    {},
	} {
		l := lazy(t, pass)
		if l.Package() != nil || l.Functions() != nil {
			t.Errorf("%s: SSA is there", name)
		}
	}
	// An import that could not be loaded, in a pass whose errors somebody has
	// forgotten: go/ssa panics.
	pass := newPass(t, "package p\n\nimport \"nowhere\"\n\nfunc f() { nowhere.F() }\n")
	if len(pass.TypeErrors) == 0 {
		t.Fatal("the package has no errors")
	}
	pass.TypeErrors = nil
	if l := lazy(t, pass); l.Package() != nil || l.Functions() != nil {
		t.Error("SSA of a package without all of its types is there")
	}
}
