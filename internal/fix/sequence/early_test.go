package sequence_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/fix"
	"github.com/informerlint/informerlint/internal/fix/sequence"
)

const started = `package p

type factory struct{}

func (factory) Start()            {}
func (factory) Pods() accessor    { return accessor{} }

type accessor struct{}

func (accessor) Lister() *int { return nil }

func Run(f factory, want bool, n int) {
	var l *int
	f.Start()
	%s
	_ = l
}
`

// What is registered only under a condition is not registered before Start,
// where nobody knows of the condition.
func TestEarly(t *testing.T) {
	const line = "f.Pods().Informer()"
	for _, c := range []struct{ code, want string }{
		{"l = f.Pods().Lister()", line},
		{"{ l = f.Pods().Lister() }", line},
		{"for range 2 { l = f.Pods().Lister() }", line},
		{"if l = f.Pods().Lister(); want { n++ }", line},
		{"if l == nil { l = f.Pods().Lister() }", line},
		{"func() { l = f.Pods().Lister() }()", line},
		{"if want { l = f.Pods().Lister() }", ""},
		{"if l != nil { l = f.Pods().Lister() }", ""},
		{"if l == nil { l = nil } else { l = f.Pods().Lister() }", ""},
		{"var m *int; if m == nil { l = f.Pods().Lister() }; _ = m", ""},
		{"if n > 1 { n++ } else { l = f.Pods().Lister() }", ""},
		{"if n > 1 { n++ } else if want { for range n { l = f.Pods().Lister() } }", ""},
		{"switch n { case 1: l = f.Pods().Lister() }", ""},
		{"select { default: l = f.Pods().Lister() }", ""},
	} {
		pass := typed(t, strings.Replace(started, "%s", c.code, 1))
		src := fix.In(pass)
		edits := sequence.Early(src.At(called(pass, "Start")), []sequence.Registration{{At: src.At(called(pass, "Lister")), Local: true}})
		got := ""
		for _, e := range edits {
			got += strings.TrimSpace(string(e.NewText))
		}
		if got != c.want {
			t.Errorf("%s: %q is put before Start, want %q", c.code, got, c.want)
		}
	}
}

func typed(t *testing.T, text string) *analysis.Pass {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Scopes: map[ast.Node]*types.Scope{}, Implicits: map[ast.Node]types.Object{}}
	pkg, err := new(types.Config).Check("p", fset, []*ast.File{file}, info)
	if err != nil {
		t.Fatal(err)
	}
	return &analysis.Pass{Fset: fset, Files: []*ast.File{file}, Pkg: pkg, TypesInfo: info, ReadFile: func(string) ([]byte, error) { return []byte(text), nil }}
}

// called is the opening parenthesis of the call of a method.
func called(pass *analysis.Pass, method string) (at token.Pos) {
	ast.Inspect(pass.Files[0], func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && fix.IsMethod(call, method) {
			at = call.Lparen
		}
		return true
	})
	return at
}
