package plugin

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/analyzers"
	"github.com/informerlint/informerlint/internal/config"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/suppress"
)

// reset undoes what New does to the process.
func reset(t *testing.T) {
	t.Helper()
	t.Cleanup(func() { config.Use(nil) })
}

func TestRegistered(t *testing.T) {
	reset(t)
	build, err := register.GetPlugin("informerlint")
	if err != nil {
		t.Fatal(err)
	}
	p, err := build(nil)
	if err != nil {
		t.Fatal(err)
	}
	if p.GetLoadMode() != register.LoadModeTypesInfo {
		t.Errorf("load mode %q", p.GetLoadMode())
	}
	got, err := p.BuildAnalyzers()
	if err != nil || !slices.Equal(got, analyzers.All()) {
		t.Errorf("analyzers %v, %v", got, err)
	}
	if err := analysis.Validate(got); err != nil {
		t.Error(err)
	}
}

func TestSettings(t *testing.T) {
	reset(t)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".golangci.yml"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Join(dir, "sub"))
	_, err = New(map[string]any{
		"checks": map[string]any{
			"tombstone":      false,
			"goroutinestart": map[string]any{"redundant-go": true},
		},
		"exclude": []any{"test/e2e"},
		"functions": []any{
			map[string]any{"name": "example.com/app/start.All", "does": "starts 1"},
			map[string]any{"name": "(*example.com/app.Pool).Go", "does": []any{"runs 1 later", "runs 2 now"}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	c, err := config.For(new(analysis.Pass))
	if err != nil {
		t.Fatal(err)
	}
	if c.On("tombstone", "dropped", true) || !c.On("goroutinestart", "redundant-go", false) || !c.On("startorder", "never-started", true) {
		t.Error("the checks are not as they were set")
	}
	if !c.Excluded(filepath.Join(dir, "test", "e2e", "a.go")) || c.Excluded(filepath.Join(dir, "sub", "test", "e2e", "a.go")) {
		t.Error("paths are not relative to .golangci.yml")
	}
	if fs := c.Functions(); len(fs["example.com/app/start.All"]) != 1 || len(fs["(*example.com/app.Pool).Go"]) != 2 {
		t.Errorf("functions %v", fs)
	}

	if _, err := New(nil); err != nil {
		t.Fatal(err)
	}
	if c, err := config.For(new(analysis.Pass)); c != nil || err != nil {
		t.Errorf("without settings: %v, %v", c, err)
	}
}

func TestWrongSettings(t *testing.T) {
	reset(t)
	for _, w := range []struct {
		settings any
		want     string
	}{
		{map[string]any{"check": 1}, `unknown field "check"`},
		{map[string]any{"checks": map[string]any{"starorder": true}}, `there is no check "starorder"`},
		{map[string]any{"checks": map[string]any{"startorder": map[string]any{"late": true}}}, `startorder has no rule "late"`},
		{map[string]any{"checks": map[string]any{"startorder": "yes please"}}, "want true or false"},
		{map[string]any{"checks": true}, "decoding settings"},
		{map[string]any{"exclude": []any{"/abs"}}, "is not a path relative"},
		{map[string]any{"functions": []any{map[string]any{"name": "a.F", "do": "starts 1"}}}, `unknown field "do"`},
		{map[string]any{"functions": []any{map[string]any{"name": "a.F"}}}, "a.F: "},
		{map[string]any{"functions": []any{map[string]any{"name": "a.F", "does": "begins 1"}}}, `"begins 1": want`},
		{"text", "decoding settings"},
	} {
		p, err := New(w.settings)
		if err == nil || !strings.Contains(err.Error(), w.want) || !strings.HasPrefix(err.Error(), "settings of informerlint: ") || p != nil {
			t.Errorf("%v: %v, want an error with %q", w.settings, err, w.want)
		}
	}
}

func TestAdapt(t *testing.T) {
	fset := token.NewFileSet()
	add := func(name string) *token.File {
		f := fset.AddFile(name, -1, 100)
		f.SetLines([]int{0, 10, 20, 30})
		return f
	}
	a, b := add("/m/a.go"), add("/m/b.go")
	edit := func(f *token.File) analysis.TextEdit { return analysis.TextEdit{Pos: f.Pos(1), End: f.Pos(2)} }
	d := analysis.Diagnostic{
		Pos: a.Pos(11), Message: "wrong (c/r)",
		Related: []analysis.RelatedInformation{{Pos: a.Pos(25), Message: "here"}, {Pos: b.Pos(35), Message: "there"}},
		SuggestedFixes: []analysis.SuggestedFix{
			{Message: "one", TextEdits: []analysis.TextEdit{edit(a), {Pos: a.Pos(5)}}},
			{Message: "two", TextEdits: []analysis.TextEdit{edit(a)}},
		},
	}
	got := adapt(fset, d)
	if want := "wrong (c/r) [line 3: here; b.go:4: there]"; got.Message != want || got.Related != nil {
		t.Errorf("message %q, want %q; related %v", got.Message, want, got.Related)
	}
	if len(got.SuggestedFixes) != 1 || got.SuggestedFixes[0].Message != "one" {
		t.Errorf("fixes %v", got.SuggestedFixes)
	}
	d.Related = nil
	d.SuggestedFixes[0].TextEdits = append(d.SuggestedFixes[0].TextEdits, edit(b))
	if got := adapt(fset, d); got.Message != d.Message || got.SuggestedFixes != nil {
		t.Errorf("half a fix is left: %+v", got)
	}
}

// golangci-lint filters by nolint comments itself: it gets the findings that
// they suppress, and not those about the comments.
func TestNolintIsLeftToGolangci(t *testing.T) {
	const src = "package p\n\nfunc f() {\n\tf() //nolint:informerlint\n\tf() //informerlint:ignore toy intended\n\tf()\n}\n"
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	toy := &analysis.Analyzer{Name: "toy", Run: func(pass *analysis.Pass) (any, error) {
		res := new(report.Result)
		for _, stmt := range file.Decls[0].(*ast.FuncDecl).Body.List {
			res.Report(pass, "toy", report.Finding{Pos: stmt.Pos(), Rule: "r", Message: "m"})
		}
		for _, d := range suppress.Parse(fset, file) {
			res.Report(pass, "toy", report.Finding{Pos: d.Pos, Rule: "unused", Message: "m"})
		}
		return res, nil
	}}
	adaptAnalyzer(toy)
	var lines []int
	pass := &analysis.Pass{
		Analyzer: toy, Fset: fset, Files: []*ast.File{file}, Pkg: types.NewPackage("p", "p"),
		ReadFile: func(string) ([]byte, error) { return []byte(src), nil },
		Report:   func(d analysis.Diagnostic) { lines = append(lines, fset.Position(d.Pos).Line) },
	}
	if _, err := toy.Run(pass); err != nil {
		t.Fatal(err)
	}
	slices.Sort(lines)
	if want := []int{4, 5, 6}; !slices.Equal(lines, want) { // 5: the comment, not the call
		t.Errorf("reported lines %v, want %v", lines, want)
	}
}
