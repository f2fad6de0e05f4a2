package driver

import (
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"
)

const module = `
-- go.mod --
module example.com/app

go 1.26
-- top.go --
package app

import "example.com/app/mid"

func Top() { mid.Mid() }
-- mid/mid.go --
package mid

import (
	"example.com/app/low"
	"example.com/app/side"
)

func Mid() { low.Low(); side.Side() }
-- low/low.go --
package low

func Low() {}

func unexported() {}
-- side/side.go --
package side

func Side() {}
`

// depth is a fact: how many calls a function is above one that calls nothing.
type depth struct{ N int }

func (*depth) AFact() {}

// seen is a package fact.
type seen struct{ Path string }

func (*seen) AFact() {}

// names is a requirement whose result the main analyzer uses.
var names = &analysis.Analyzer{
	Name: "names", Doc: "names", ResultType: reflect.TypeFor[[]string](),
	Run: func(pass *analysis.Pass) (any, error) {
		var all []string
		for _, f := range pass.Files {
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok {
					all = append(all, fn.Name.Name)
				}
			}
		}
		// Reports of what is only required do not count.
		pass.Reportf(pass.Files[0].Pos(), "names of %s", pass.Pkg.Path())
		return all, nil
	},
}

var depths = &analysis.Analyzer{
	Name: "depths", Doc: "depths", Requires: []*analysis.Analyzer{names}, FactTypes: []analysis.Fact{(*depth)(nil), (*seen)(nil)},
	Run: func(pass *analysis.Pass) (any, error) {
		pass.ExportPackageFact(&seen{pass.Pkg.Path()})
		for _, f := range pass.Files {
			for _, d := range f.Decls {
				fn, ok := d.(*ast.FuncDecl)
				if !ok {
					continue
				}
				n := 0
				ast.Inspect(fn, func(node ast.Node) bool {
					if id, ok := node.(*ast.Ident); ok {
						var below depth
						if obj, ok := pass.TypesInfo.Uses[id].(*types.Func); ok && pass.ImportObjectFact(obj, &below) {
							n = max(n, below.N+1)
						}
					}
					return true
				})
				pass.ExportObjectFact(pass.TypesInfo.Defs[fn.Name], &depth{n})
				pass.Reportf(fn.Pos(), "%s is %d deep, among %v", fn.Name.Name, n, pass.ResultOf[names])
			}
		}
		for _, imp := range pass.Pkg.Imports() {
			if !pass.ImportPackageFact(imp, new(seen)) {
				return nil, fmt.Errorf("no fact of %s", imp.Path())
			}
		}
		var paths []string
		for _, f := range pass.AllPackageFacts() {
			paths = append(paths, f.Package.Path()+" "+f.Fact.(*seen).Path)
		}
		for _, f := range pass.AllObjectFacts() {
			// How far down functions are seen differs between drivers; what
			// all agree on is one's own and those of direct imports.
			if f.Object.Exported() && (f.Object.Pkg() == pass.Pkg || slices.Contains(pass.Pkg.Imports(), f.Object.Pkg())) {
				paths = append(paths, f.Object.Name())
			}
		}
		slices.Sort(paths)
		pass.Reportf(pass.Files[0].Pos(), "%v", paths)
		return nil, nil
	},
}

func loadModule(t *testing.T) []*packages.Package {
	t.Helper()
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(module)).Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule, Dir: dir, Env: append(os.Environ(), "GOFLAGS=", "GOWORK=off")}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	return pkgs
}

func analyze(t *testing.T, pkgs []*packages.Package, d *Driver) (diagnostics []string) {
	t.Helper()
	packages.Visit(pkgs, nil, func(p *packages.Package) { d.Package(p, slices.Contains(pkgs, p)) })
	for _, f := range d.Findings() {
		diagnostics = append(diagnostics, f.Analyzer.Name+" "+f.Package.ID+" "+f.Message)
	}
	slices.Sort(diagnostics)
	return diagnostics
}

// The driver of go/analysis says the same.
func TestSameAsChecker(t *testing.T) {
	pkgs := loadModule(t)
	slices.SortFunc(pkgs, func(a, b *packages.Package) int { return strings.Compare(a.ID, b.ID) })
	for _, roots := range [][]*packages.Package{pkgs, pkgs[:1]} {
		d, err := New([]*analysis.Analyzer{depths})
		if err != nil {
			t.Fatal(err)
		}
		got := analyze(t, roots, d)
		graph, err := checker.Analyze([]*analysis.Analyzer{depths}, roots, nil)
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, act := range graph.Roots {
			if act.Err != nil {
				t.Fatal(act.Err)
			}
			for _, diag := range act.Diagnostics {
				want = append(want, act.Analyzer.Name+" "+act.Package.ID+" "+diag.Message)
			}
		}
		slices.Sort(want)
		if !slices.Equal(got, want) || !strings.Contains(strings.Join(got, "\n"), "Top is 2 deep, among [Top]") {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		if f := d.Failures(); len(f) > 0 {
			t.Error(f)
		}
	}
}

func TestObserveSeesResultsOfAskedPackages(t *testing.T) {
	pkgs := loadModule(t)
	d, err := New([]*analysis.Analyzer{depths})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	d.Observe = func(pkg *packages.Package, a *analysis.Analyzer, result any) {
		got = append(got, fmt.Sprint(pkg.Name, " ", a.Name, " ", result))
	}
	for _, p := range pkgs {
		if p.Name == "low" {
			analyze(t, []*packages.Package{p}, d)
		}
	}
	if want := []string{"low names [Low unexported]", "low depths <nil>"}; !slices.Equal(got, want) {
		t.Errorf("observed %q, want %q", got, want)
	}
}

func TestFailuresStayWhereTheyAre(t *testing.T) {
	pkgs := loadModule(t)
	bad := &analysis.Analyzer{Name: "bad", Doc: "bad", ResultType: reflect.TypeFor[int](), Run: func(pass *analysis.Pass) (any, error) {
		switch pass.Pkg.Name() {
		case "low":
			return nil, errors.New("no luck")
		case "side":
			return "not a number", nil
		}
		return 1, nil
	}}
	above := &analysis.Analyzer{Name: "above", Doc: "above", Requires: []*analysis.Analyzer{bad}, Run: func(pass *analysis.Pass) (any, error) {
		pass.Reportf(pass.Files[0].Pos(), "fine")
		return nil, nil
	}}
	d, err := New([]*analysis.Analyzer{above})
	if err != nil {
		t.Fatal(err)
	}
	got := analyze(t, pkgs, d)
	if want := []string{"above example.com/app fine", "above example.com/app/mid fine"}; !slices.Equal(got, want) {
		t.Errorf("findings %q, want %q", got, want)
	}
	want := []string{
		"above on package example.com/app/low: bad failed", "above on package example.com/app/side: bad failed",
		"bad on package example.com/app/low: no luck", "bad on package example.com/app/side: the result has type string, not int",
	}
	if f := d.Failures(); !slices.Equal(f, want) {
		t.Errorf("failures %q, want %q", f, want)
	}
}

func TestNewRefusesInvalidAnalyzers(t *testing.T) {
	if _, err := New([]*analysis.Analyzer{{Name: "no doc"}}); err == nil {
		t.Error("no error")
	}
}
