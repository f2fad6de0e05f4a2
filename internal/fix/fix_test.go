package fix_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/fix"
	"github.com/informerlint/informerlint/internal/fix/apply"
)

const source = `package p

import "errors"

type factory struct{ name string }

func (f *factory) Start(stop <-chan struct{})  {}
func (f *factory) Await(stop <-chan struct{})  {}
func (f *factory) Child() *factory             { return f }
func New() (*factory, error)                   { return &factory{}, errors.New("none") }

func run(stop <-chan struct{}, deep bool) error {
	f, err := New()
	if err != nil {
		return err
	}
	f.Await(stop) // for the sake of it
	if deep {
		g := f.Child()
		g.Start(stop)
	}
	go f.Start(stop)
	go func() {
		f.Start(stop)
	}()
	return nil
}
`

func newPass(t *testing.T) *analysis.Pass {
	t.Helper()
	return passOver(t, source)
}

// std type-checks the standard library from its source, once for all tests.
var std = importer.ForCompiler(token.NewFileSet(), "source", nil)

// passOver is a pass over a file, as far as package fix looks at it.
func passOver(t *testing.T, text string) *analysis.Pass {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
		Implicits: make(map[ast.Node]types.Object), Scopes: make(map[ast.Node]*types.Scope), Selections: make(map[*ast.SelectorExpr]*types.Selection),
	}
	conf := types.Config{Importer: std}
	pkg, err := conf.Check("p", fset, []*ast.File{file}, info)
	if err != nil {
		t.Fatal(err)
	}
	return &analysis.Pass{Fset: fset, Files: []*ast.File{file}, Pkg: pkg, TypesInfo: info, ReadFile: func(string) ([]byte, error) { return []byte(text), nil }}
}

// pos is the n-th place of a text in the source, shifted to where go/ssa puts a
// call: its opening parenthesis.
func pos(t *testing.T, pass *analysis.Pass, text string, n int) token.Pos {
	t.Helper()
	at := 0
	for range n {
		i := strings.Index(source[at:], text)
		if i < 0 {
			t.Fatalf("no %q", text)
		}
		at += i + len(text)
	}
	at -= len(text)
	if i := strings.Index(text, "("); i >= 0 {
		at += i
	}
	return pass.Files[0].FileStart + token.Pos(at)
}

func TestAt(t *testing.T) {
	pass := newPass(t)
	for _, test := range []struct {
		text string
		n    int
		i    int // index in the block
		stmt string
	}{
		{"New()", 2, 0, "*ast.AssignStmt"}, // the first one declares it
		{"f.Await(stop)", 1, 2, "*ast.ExprStmt"},
		{"g.Start(stop)", 1, 1, "*ast.ExprStmt"},
		{"go f.Start", 1, 4, "*ast.GoStmt"},
		{"f.Start(stop)\n\t}()", 1, 0, "*ast.ExprStmt"}, // inside the literal
	} {
		p := fix.In(pass).At(pos(t, pass, test.text, test.n))
		if p == nil {
			t.Errorf("%s: no place", test.text)
			continue
		}
		if p.I != test.i || p.Call == nil || p.Decl == nil || p.Decl.Name.Name != "run" {
			t.Errorf("%s: statement %d, call %v in %v", test.text, p.I, p.Call, p.Decl)
		}
		if got := typeName(p.Stmt); got != test.stmt {
			t.Errorf("%s: %s, want %s", test.text, got, test.stmt)
		}
	}
	if fix.In(pass).At(pass.Files[0].FileStart) != nil {
		t.Error("the package clause is a statement")
	}
}

func typeName(s ast.Stmt) string {
	switch s.(type) {
	case *ast.AssignStmt:
		return "*ast.AssignStmt"
	case *ast.ExprStmt:
		return "*ast.ExprStmt"
	case *ast.GoStmt:
		return "*ast.GoStmt"
	}
	return "another"
}

func TestEdits(t *testing.T) {
	for _, test := range []struct {
		name  string
		edits func(*analysis.Pass, *fix.Place) []analysis.TextEdit
		want  string // in the result
		not   string
	}{
		{"before", func(_ *analysis.Pass, p *fix.Place) []analysis.TextEdit {
			return []analysis.TextEdit{p.Before("f.Start(stop)", "f.Start(nil)")}
		}, "\tf.Start(stop)\n\tf.Start(nil)\n\tf.Await(stop) // for the sake of it\n", ""},
		{"after keeps the comment", func(_ *analysis.Pass, p *fix.Place) []analysis.TextEdit {
			return []analysis.TextEdit{p.After(p.I, "f.Start(stop)")}
		}, "\tf.Await(stop) // for the sake of it\n\tf.Start(stop)\n\tif deep {", ""},
		{"instead", func(_ *analysis.Pass, p *fix.Place) []analysis.TextEdit {
			return []analysis.TextEdit{p.Instead("if deep {", "\treturn nil", "}")}
		}, "\tif deep {\n\t\treturn nil\n\t} // for the sake of it\n", "f.Await(stop) //"},
		{"delete takes the comment along", func(_ *analysis.Pass, p *fix.Place) []analysis.TextEdit {
			return []analysis.TextEdit{p.Delete(p.I)}
		}, "\t\treturn err\n\t}\n\tif deep {", "for the sake of it"},
		{"delete a block", func(_ *analysis.Pass, p *fix.Place) []analysis.TextEdit {
			return []analysis.TextEdit{p.Delete(p.I + 1)}
		}, "for the sake of it\n\tgo f.Start(stop)\n", "g.Start"},
		{"move", func(_ *analysis.Pass, p *fix.Place) []analysis.TextEdit {
			return []analysis.TextEdit{p.Delete(p.I), p.After(p.I+1, p.Text(p.Stmt))}
		}, "\t\tg.Start(stop)\n\t}\n\tf.Await(stop)\n\tgo f.Start(stop)\n", "for the sake of it"},
	} {
		t.Run(test.name, func(t *testing.T) {
			pass := newPass(t)
			p := fix.In(pass).At(pos(t, pass, "f.Await(stop)", 1))
			d := analysis.Diagnostic{Pos: p.Stmt.Pos(), SuggestedFixes: []analysis.SuggestedFix{{TextEdits: test.edits(pass, p)}}}
			out, err := apply.Fixes(pass.Fset, []analysis.Diagnostic{d}, fix.ReadFile(pass))
			if err != nil {
				t.Fatal(err)
			}
			got := string(out["p.go"])
			if !strings.Contains(got, test.want) || test.not != "" && strings.Contains(got, test.not) {
				t.Errorf("got\n%s\nwant in it\n%s", got, test.want)
			}
		})
	}
}

func TestLookingAround(t *testing.T) {
	pass := newPass(t)
	made := fix.In(pass).At(pos(t, pass, "New()", 2))
	if k := made.WithCheck(made.I); k != 1 {
		t.Errorf("the error check is statement %d, want 1", k)
	}
	// The last one: of cache.NewInformer that is the controller, not the store.
	if id := made.Assigned(); id == nil || id.Name != "err" {
		t.Errorf("assigned: %v", id)
	}
	if stop := made.StopExpr(); stop != "stop" {
		t.Errorf("stop channel %q", stop)
	}
	await := fix.In(pass).At(pos(t, pass, "f.Await(stop)", 1))
	if k := await.WithCheck(await.I); k != await.I {
		t.Errorf("a call without an error has a check at %d", k)
	}
	inner := fix.In(pass).At(pos(t, pass, "g.Start(stop)", 1))
	if k, ok := await.Outer(inner); !ok || k != 3 {
		t.Errorf("the inner block is in statement %d, %v", k, ok)
	}
	if _, ok := inner.Outer(await); ok {
		t.Error("the outer statement is in the inner block")
	}
	// g is a name of the inner block only, f of both.
	if await.Visible(inner.Call) || !inner.Visible(await.Call) || !await.VisibleAfter(await.Call, await.I) {
		t.Error("visible")
	}
	if made.Visible(await.Call) {
		t.Error("f is visible before it is declared")
	}
	spawn := fix.In(pass).At(pos(t, pass, "go f.Start", 1))
	if fix.MayFollow(spawn.Stmt, fix.Defer|fix.Loop) || !fix.MayFollow(spawn.Stmt, fix.Go) || !fix.MayFollow(await.Stmt, 0) {
		t.Error("what can be followed")
	}
	if start, end := fix.In(pass).Range(spawn.Stmt.Pos()); source[pass.Fset.Position(start).Offset:pass.Fset.Position(end).Offset] != "go f.Start" {
		t.Error("range")
	}
	literal := fix.In(pass).At(pos(t, pass, "f.Start(stop)\n\t}()", 1))
	if g := literal.Goroutine(); g == nil || g.I != 5 {
		t.Errorf("goroutine: %v", g)
	}
}

func TestIsChain(t *testing.T) {
	for text, want := range map[string]bool{
		"f": true, "f.Core().V1().Pods()": true, "a.b.c": true, "f.ForResource(gvr)": true,
		"f(x)": false, "f.Get(x)": false, "a[0]": false, "*p": false, "func() {}": false,
	} {
		e, err := parser.ParseExpr(text)
		if err != nil {
			t.Fatal(err)
		}
		if fix.IsChain(e) != want {
			t.Errorf("%s: %v", text, !want)
		}
	}
}

const appending = `package p

type s struct{ list, other []int; n int }

func (x *s) f(more []int) {
	x.list = append(x.list, 1)
	x.list = append(x.list, more...)
	x.list = append(x.other, 2)
	x.list = append(x.list[:1], x.list[2:]...)
	x.list = append(x.list)
	x.list = more
	x.n = 3
	x.list, x.n = append(x.list, 4), 5
	{
		append := func(a []int, b int) []int { return nil }
		x.list = append(x.list, 6)
	}
}
`

func TestAppends(t *testing.T) {
	pass := passOver(t, appending)
	src := fix.In(pass)
	for text, want := range map[string]bool{
		"x.list = append(x.list, 1)": true, "x.list = append(x.list, more...)": true, "x.list = append(x.other, 2)": false,
		"x.list = append(x.list[:1]": false, "x.list = append(x.list)\n": false, "x.list = more": false, "x.n = 3": false,
		"x.list, x.n =": false, "x.list = append(x.list, 6)": false,
	} {
		at := strings.Index(appending, text)
		if at < 0 {
			t.Fatalf("no %q", text)
		}
		if got := src.Appends(pass.Files[0].FileStart + token.Pos(at+len("x."))); got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
}
