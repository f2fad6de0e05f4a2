package checktest_test

import (
	"fmt"
	"go/ast"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/checktest"
	"github.com/informerlint/informerlint/internal/lsp/lsptest"
	"github.com/informerlint/informerlint/internal/report"
)

// A recorder is a test whose errors are noted, not counted.
type recorder struct {
	testing.TB
	errors []string
}

func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}

func (r *recorder) Error(args ...any) { r.errors = append(r.errors, fmt.Sprint(args...)) }

// toy reports calls of a function before, and offers to call another one.
func toy(message, instead string) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name: "toy", Doc: "toy: find calls of before",
		Run: func(pass *analysis.Pass) (any, error) {
			for _, file := range pass.Files {
				ast.Inspect(file, func(n ast.Node) bool {
					call, ok := n.(*ast.CallExpr)
					if !ok {
						return true
					}
					if fun, ok := call.Fun.(*ast.Ident); ok && fun.Name == "before" {
						d := analysis.Diagnostic{
							Pos: call.Pos(), Category: "calls-before", Message: message,
							URL: report.Base + "toy.md#calls-before",
						}
						if instead != "" {
							d.SuggestedFixes = []analysis.SuggestedFix{{
								Message:   "call something else",
								TextEdits: []analysis.TextEdit{{Pos: fun.Pos(), End: fun.End(), NewText: []byte(instead)}},
							}}
						}
						pass.Report(d)
					}
					return true
				})
			}
			return nil, nil
		},
	}
}

// The harness accepts a good check and tells what is wrong with a bad one.
func TestHarness(t *testing.T) {
	const good = "calls before (toy/calls-before)"
	for _, c := range []struct {
		name, message, instead string
		want                   []string
	}{
		{"good", good, "after", nil},
		{"report elsewhere", "calls (toy/other)", "after", []string{"does not match pattern", "no diagnostic was reported", "does not end with the check and the category"}},
		{"no fix", good, "", []string{"has a golden file but nothing fixes it"}},
		{"other fix", good, "1 + after", []string{"fixed in another way than its golden file says"}},
		{"fix does not compile", good, "undefined", []string{"in another way", "does not compile: ", "undefined: undefined"}},
		{"fix does not parse", good, "func(", []string{"applying the fixes"}},
		{"fix is no mend", good, "1 + before", []string{"in another way", "a fix is offered for a fixed program", "0 reports should be left"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := &recorder{TB: t}
			checktest.Run(r, toy(c.message, c.instead), "./checktest")
			all := strings.Join(r.errors, "\n")
			for _, want := range c.want {
				if !strings.Contains(all, want) {
					t.Errorf("the harness does not say %q, but\n%s", want, all)
				}
			}
			if len(c.want) == 0 && all != "" {
				t.Errorf("the harness says\n%s", all)
			}
		})
	}
}

// A want in a package that is not loaded, since it reaches no informer, is no
// want that is met.
func TestUnseenWants(t *testing.T) {
	dir := t.TempDir()
	if err := lsptest.WriteStub(dir); err != nil {
		t.Fatal(err)
	}
	r := &recorder{TB: t}
	if pkgs := checktest.Programs(r, dir, "./app", "./lib"); len(pkgs) != 2 || len(r.errors) > 0 {
		t.Errorf("%d packages, %q", len(pkgs), r.errors)
	}
	if err := os.WriteFile(filepath.Join(dir, "app", "windows_plan9.go"), []byte("package app\n\nvar x = 1 // want `something`\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	checktest.Programs(r, dir, "./app", "./lib/nothing")
	all := strings.Join(r.errors, "\n")
	for _, want := range []string{"windows_plan9.go wants something", `no package matches "./lib/nothing"`} {
		if !strings.Contains(all, want) {
			t.Errorf("the harness does not say %q, but\n%s", want, all)
		}
	}
}
