package try_test

import (
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/informerlint/informerlint/internal/fix/try"
)

const source = `package a

import (
	"strings"

	"b"
)

func one() string { return strings.ToUpper(b.Name()) }

func two() int { return 2 }

func three() int { return two() + 1 }
`

// calls counts the calls of a package, twice over: by itself and by what it
// requires.
var (
	counter = &analysis.Analyzer{Name: "counter", Doc: "counts calls", ResultType: reflect.TypeFor[int](), Run: func(pass *analysis.Pass) (any, error) {
		n := 0
		for _, f := range pass.Files {
			ast.Inspect(f, func(n2 ast.Node) bool {
				if _, ok := n2.(*ast.CallExpr); ok {
					n++
				}
				return true
			})
		}
		return n, nil
	}}
	doubler = &analysis.Analyzer{Name: "doubler", Doc: "doubles", Requires: []*analysis.Analyzer{counter}, ResultType: reflect.TypeFor[int](), Run: func(pass *analysis.Pass) (any, error) {
		return 2 * pass.ResultOf[counter].(int), nil
	}}
	failing = &analysis.Analyzer{Name: "failing", Doc: "fails", Requires: []*analysis.Analyzer{counter}, ResultType: reflect.TypeFor[int](), Run: func(*analysis.Pass) (any, error) {
		return nil, errors.New("on purpose")
	}}
	wrong = &analysis.Analyzer{Name: "wrong", Doc: "has a result of another type", ResultType: reflect.TypeFor[int](), Run: func(*analysis.Pass) (any, error) {
		return "one", nil
	}}
)

// inPass runs a function with the pass of package a, as a driver would.
func inPass(t *testing.T, do func(t *testing.T, pass *analysis.Pass)) {
	t.Helper()
	dir, cleanup, err := analysistest.WriteFiles(map[string]string{
		"a/a.go": source,
		"b/b.go": "package b\n\nfunc Name() string { return \"b\" }\n",
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cleanup)
	ran := false
	analysistest.Run(t, dir, &analysis.Analyzer{Name: "tested", Doc: "runs the test", Run: func(pass *analysis.Pass) (any, error) {
		ran = true
		do(t, pass)
		return nil, nil
	}}, "a")
	if !ran {
		t.Fatal("not run")
	}
}

// replace is a fix that puts text in the place of another.
func replace(t *testing.T, pass *analysis.Pass, old, text string) analysis.SuggestedFix {
	t.Helper()
	i := strings.Index(source, old)
	if i < 0 {
		t.Fatalf("no %q", old)
	}
	start := pass.Files[0].FileStart + token.Pos(i)
	return analysis.SuggestedFix{TextEdits: []analysis.TextEdit{{Pos: start, End: start + token.Pos(len(old)), NewText: []byte(text)}}}
}

func TestEdited(t *testing.T) {
	inPass(t, func(t *testing.T, pass *analysis.Pass) {
		shadow, err := try.Edited(pass, replace(t, pass, "return 2 }", "return len(one()) }"), replace(t, pass, "two() + 1", "two()"))
		if err != nil {
			t.Fatal(err)
		}
		if shadow.Pkg == pass.Pkg || shadow.Pkg.Path() != "a" || shadow.Pkg.Scope().Lookup("three") == nil {
			t.Errorf("package %v", shadow.Pkg)
		}
		// What it imports are the original's packages: facts about them hold.
		if got, want := shadow.Pkg.Imports(), pass.Pkg.Imports(); len(got) != len(want) || !same(got, want) {
			t.Errorf("imports %v, want %v", got, want)
		}
		for a, want := range map[*analysis.Analyzer]int{counter: 5, doubler: 10} {
			if got, err := try.Run(shadow, a); err != nil || got != want {
				t.Errorf("%s: %v, %v; want %d", a.Name, got, err, want)
			}
		}
		// An import that a fix leaves without use goes, as with -fix.
		if lean, err := try.Edited(pass, replace(t, pass, "strings.ToUpper(b.Name())", "b.Name()")); err != nil || len(lean.Pkg.Imports()) != 1 {
			t.Errorf("without strings: %v", err)
		}
		// Nothing of it is reported or exported.
		shadow.Report(analysis.Diagnostic{Pos: pass.Files[0].Pos(), Message: "in the shadow"})
		shadow.ExportPackageFact(nil)
		if len(pass.Files[0].Decls) != 4 {
			t.Error("the original has changed")
		}
	})
}

func same(a, b []*types.Package) bool {
	for _, p := range a {
		found := false
		for _, q := range b {
			found = found || p == q
		}
		if !found {
			return false
		}
	}
	return true
}

func TestErrors(t *testing.T) {
	inPass(t, func(t *testing.T, pass *analysis.Pass) {
		for _, test := range []struct {
			name  string
			fixes []analysis.SuggestedFix
			want  string
		}{
			{"type error", []analysis.SuggestedFix{replace(t, pass, "return 2 }", `return "2" }`)}, "cannot use"},
			{"unknown name", []analysis.SuggestedFix{replace(t, pass, "return 2 }", "return four() }")}, "undefined: four"},
			{"no Go", []analysis.SuggestedFix{replace(t, pass, "return 2 }", "return 2")}, ""},
			{"overlap", []analysis.SuggestedFix{replace(t, pass, "two() + 1", "1"), replace(t, pass, "two() + 1", "2")}, ""},
			{"unknown import", []analysis.SuggestedFix{replace(t, pass, `"strings"`, `"strings"; _ "os/exec"`)}, "os/exec"},
		} {
			if _, err := try.Edited(pass, test.fixes...); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s: %v", test.name, err)
			}
		}
		shadow, err := try.Edited(pass)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := try.Run(shadow, failing); err == nil || err.Error() != "on purpose" {
			t.Errorf("failing: %v", err)
		}
		if _, err := try.Run(shadow, wrong); err == nil || !strings.Contains(err.Error(), "has type string") {
			t.Errorf("wrong: %v", err)
		}
	})
}

// Without the bodies that are not wanted, imports may be unused, and errors in
// an edited file are still errors.
func TestPartly(t *testing.T) {
	inPass(t, func(t *testing.T, pass *analysis.Pass) {
		none := func(*ast.FuncDecl) bool { return false }
		shadow, err := try.Partly(pass, none)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := try.Run(shadow, counter); err != nil || n != 0 {
			t.Errorf("%v calls, %v", n, err)
		}
		shadow, err = try.Partly(pass, none, replace(t, pass, "two() + 1", "two()"))
		if err != nil {
			t.Fatal(err)
		}
		if n, err := try.Run(shadow, counter); err != nil || n != 3 {
			t.Errorf("the edited file has %v calls, %v; want 3", n, err)
		}
		if _, err := try.Partly(pass, none, replace(t, pass, "two() + 1", "four()")); err == nil {
			t.Error("an error in an edited file is none")
		}
	})
}
