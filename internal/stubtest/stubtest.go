// Package stubtest type-checks small programs for tests against stubs of what
// they import: declarations without bodies. A test that needs no more than the
// types of client-go is done in milliseconds, and means the same with every
// client-go.
package stubtest

import (
	"embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// sources are the stubs: the directory below testdata is the import path.
//
//go:embed testdata
var sources embed.FS

// Stubs are the packages that programs import.
type Stubs struct {
	Fset *token.FileSet
	pkgs map[string]*types.Package
}

// Load type-checks all stubs. Programs may then be checked at the same time.
func Load(t *testing.T) *Stubs {
	t.Helper()
	s := &Stubs{token.NewFileSet(), make(map[string]*types.Package)}
	var load func(dir string)
	load = func(dir string) {
		entries, err := sources.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if e.IsDir() {
				load(path.Join(dir, e.Name()))
			} else if _, err := s.Import(strings.TrimPrefix(dir, "testdata/")); err != nil {
				t.Fatal(err)
			}
		}
	}
	load("testdata")
	return s
}

// Import returns the package at an import path; it makes a Stubs a
// types.Importer.
func (s *Stubs) Import(at string) (*types.Package, error) {
	if p := s.pkgs[at]; p != nil {
		return p, nil
	}
	files, err := sources.ReadDir(path.Join("testdata", at))
	if err != nil {
		return nil, fmt.Errorf("no stub of %s", at)
	}
	var syntax []*ast.File
	for _, f := range files {
		if f.IsDir() {
			continue
		}
		src, err := sources.ReadFile(path.Join("testdata", at, f.Name()))
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(s.Fset, f.Name(), src, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		syntax = append(syntax, file)
	}
	if len(syntax) == 0 {
		return nil, fmt.Errorf("no stub of %s", at)
	}
	pkg, err := (&types.Config{Importer: s, GoVersion: "go1.24"}).Check(at, s.Fset, syntax, nil)
	if err != nil {
		return nil, err
	}
	s.pkgs[at] = pkg
	return pkg, nil
}

// Check type-checks the program in a file, as the package with an import path,
// and returns a pass over it that knows no facts. also are packages that it may
// import besides the stubs.
func (s *Stubs) Check(t *testing.T, as, file string, also ...*types.Package) *analysis.Pass {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	syntax, err := parser.ParseFile(s.Fset, filepath.Base(file), src, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
		Implicits: make(map[ast.Node]types.Object), Selections: make(map[*ast.SelectorExpr]*types.Selection), Scopes: make(map[ast.Node]*types.Scope),
		Instances: make(map[*ast.Ident]types.Instance), FileVersions: make(map[*ast.File]string),
	}
	pkg, err := (&types.Config{Importer: importer{s, also}, GoVersion: "go1.24"}).Check(as, s.Fset, []*ast.File{syntax}, info)
	if err != nil {
		t.Fatal(err)
	}
	return &analysis.Pass{
		Fset: s.Fset, Files: []*ast.File{syntax}, Pkg: pkg, TypesInfo: info,
		ResultOf:          make(map[*analysis.Analyzer]any),
		ImportPackageFact: func(*types.Package, analysis.Fact) bool { return false },
		ExportPackageFact: func(analysis.Fact) {},
	}
}

type importer struct {
	*Stubs
	also []*types.Package
}

func (i importer) Import(at string) (*types.Package, error) {
	for _, p := range i.also {
		if p.Path() == at {
			return p, nil
		}
	}
	return i.Stubs.Import(at)
}

// Diff shows where two texts begin to differ, a few lines of each; "" if they
// do not.
func Diff(want, got string) string {
	if want == got {
		return ""
	}
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	same := 0
	for same < min(len(w), len(g)) && w[same] == g[same] {
		same++
	}
	return fmt.Sprintf("line %d\nwant:\n%s\ngot:\n%s", same+1, strings.Join(w[same:min(same+12, len(w))], "\n"), strings.Join(g[same:min(same+12, len(g))], "\n"))
}

// Golden compares what the program in a file gives with the golden file beside
// it, or writes that.
func Golden(t *testing.T, file, got string, update bool) {
	t.Helper()
	golden := strings.TrimSuffix(file, ".go") + ".golden"
	if update {
		if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := Diff(string(want), got); diff != "" {
		t.Errorf("%s is followed in another way (read it, then -update): %s", file, diff)
	}
}
