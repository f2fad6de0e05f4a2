package load

import (
	"errors"
	"go/ast"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"
)

// module has a stub of client-go, as the tests of cmd/informerlint do: three
// copies of a go.mod are easier to read than trees put together from parts.
const module = `
-- go.mod --
module example.com/app

go 1.26

require k8s.io/client-go v0.0.0

replace k8s.io/client-go => ./stub
-- stub/go.mod --
module k8s.io/client-go

go 1.26
-- stub/tools/cache/cache.go --
package cache

import "fmt"

type Informer struct{}

func (*Informer) Start() { fmt.Println() }
-- main.go --
package main

import (
	"example.com/app/lib"
	"example.com/app/low"
)

func main() {
	lib.Use()
	low.Do(nil)
}
-- lib/lib.go --
package lib

import "k8s.io/client-go/tools/cache"

func Use() { new(cache.Informer).Start() }
-- low/low.go --
package low

import (
	"flag"
	"io/fs"
	"os"
	"time"
)

type local func()

type holder struct{ run []func() }

func Do(f func())                       { f() }
func Variadic(fs ...func())             { fs[0]() }
func Named(f local)                     { f() }
func Foreign(f fs.WalkDirFunc)          { _ = f }
func Options(s flag.FlagSet)           { _ = s }
func Field(h *holder)                   { h.run[0]() }
func (h holder) Method()                { h.run[0]() }
func Generic[T any](x T)                { _ = x }
func Plain(n int, d time.Duration) bool { os.Exit(n); return true }
func Closure() func()                   { return func() {} }
-- alone/alone.go --
package alone

import "fmt"

func F() { fmt.Println() }
`

func writeTree(t *testing.T, archives ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, a := range archives {
		for _, f := range txtar.Parse([]byte(a)).Files {
			name := filepath.Join(dir, filepath.FromSlash(f.Name))
			if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, f.Data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

func load(t *testing.T, dir string, cfg Config, patterns ...string) *Result {
	t.Helper()
	cfg.Dir = dir
	cfg.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GO111MODULE=on")
	res, err := Packages(cfg, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func ids(pkgs []*packages.Package) []string {
	var ids []string
	for _, p := range pkgs {
		ids = append(ids, p.ID)
	}
	return ids
}

func TestOnlyWhatReachesInformersIsLoaded(t *testing.T) {
	res := load(t, writeTree(t, module), Config{}, "./...")
	if got, want := ids(res.Roots), []string{"example.com/app", "example.com/app/lib"}; !slices.Equal(got, want) {
		t.Errorf("roots %v, want %v", got, want)
	}
	if res.Matched != 4 || len(res.Problems) != 0 {
		t.Errorf("matched %d, problems %v", res.Matched, res.Problems)
	}
	packages.Visit(res.Roots, nil, func(p *packages.Package) {
		if p.Types == nil || !p.Types.Complete() || p.TypesInfo == nil || p.Fset != res.Fset || p.IllTyped {
			t.Errorf("%s is not whole", p.ID)
		}
		if p.PkgPath == "example.com/app/alone" {
			t.Error("a package that nobody needs was loaded")
		}
	})
}

// bodies returns the functions of a package that still have one.
func bodies(p *packages.Package) []string {
	var names []string
	for _, file := range p.Syntax {
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Body != nil {
				names = append(names, fn.Name.Name)
			}
		}
	}
	return names
}

func TestBodiesByDepth(t *testing.T) {
	res := load(t, writeTree(t, module), Config{}, ".")
	want := map[string][]string{
		"example.com/app":     {"main"},
		"example.com/app/lib": {"Use"},
		"example.com/app/low": {"Do", "Variadic", "Named", "Foreign", "Options", "Field", "Method", "Generic"},
		// Modelled, and the standard library.
		"k8s.io/client-go/tools/cache": nil,
		"flag":                         nil,
	}
	packages.Visit(res.Roots, nil, func(p *packages.Package) {
		if names, ok := want[p.PkgPath]; ok {
			if got := bodies(p); !slices.Equal(got, names) {
				t.Errorf("%s has the bodies of %v, want %v", p.PkgPath, got, names)
			}
			if names == nil && len(p.Syntax) > 0 {
				t.Errorf("%s keeps its syntax", p.PkgPath)
			}
			delete(want, p.PkgPath)
		}
	})
	for path := range want {
		t.Errorf("%s was not loaded", path)
	}
	// What is asked for is whole even where its behaviour is in a table.
	res = load(t, writeTree(t, module), Config{}, "k8s.io/client-go/tools/cache")
	if got := bodies(res.Roots[0]); !slices.Equal(got, []string{"Start"}) {
		t.Errorf("client-go as a root has the bodies of %v", got)
	}
}

func TestTestsReplaceTheirPackage(t *testing.T) {
	dir := writeTree(t, module, "-- lib/lib_test.go --\npackage lib\n\nimport \"testing\"\n\nfunc TestUse(t *testing.T) { Use() }\n",
		"-- lib/x_test.go --\npackage lib_test\n\nimport (\n\t\"testing\"\n\n\t\"example.com/app/lib\"\n)\n\nfunc TestUse(t *testing.T) { lib.Use() }\n")
	res := load(t, dir, Config{Tests: true}, "./lib")
	want := []string{"example.com/app/lib [example.com/app/lib.test]", "example.com/app/lib_test [example.com/app/lib.test]"}
	if got := ids(res.Roots); !slices.Equal(got, want) {
		t.Errorf("roots %v, want %v", got, want)
	}
	if got := ids(load(t, dir, Config{}, "./lib").Roots); !slices.Equal(got, []string{"example.com/app/lib"}) {
		t.Errorf("without tests: roots %v", got)
	}
}

func TestProblemsOfRootsAreFatalAndOfOthersNot(t *testing.T) {
	dir := writeTree(t, module, "-- lib/lib.go --\npackage lib\n\nimport _ \"k8s.io/client-go/tools/cache\"\n\nfunc Use() { undefined() }\n")
	res := load(t, dir, Config{}, "./...")
	if len(res.Problems) != 1 || !res.Problems[0].Fatal || res.Problems[0].Package != "example.com/app/lib" || !strings.Contains(res.Problems[0].Errors[0].Msg, "undefined") {
		t.Errorf("%+v", res.Problems)
	}
	if got := ids(res.Roots); !slices.Equal(got, []string{"example.com/app"}) {
		t.Errorf("roots %v", got)
	}
	res = load(t, dir, Config{}, ".")
	if len(res.Problems) != 1 || res.Problems[0].Fatal || len(res.Roots) != 1 {
		t.Errorf("%+v, roots %v", res.Problems, ids(res.Roots))
	}
	if lib := res.Roots[0].Imports["example.com/app/lib"]; lib.IllTyped || lib.Syntax != nil {
		t.Error("the driver would refuse the importer of a package with errors")
	}
}

func TestNoMatch(t *testing.T) {
	dir := writeTree(t, "-- go.mod --\nmodule example.com/empty\n\ngo 1.26\n")
	_, err := Packages(Config{Dir: dir}, "./...")
	if !errors.Is(err, ErrNoMatch) {
		t.Errorf("error %v", err)
	}
}

func TestProgressEnds(t *testing.T) {
	var last atomic.Int64
	var calls atomic.Int64
	res := load(t, writeTree(t, module), Config{Progress: func(p Progress) {
		calls.Add(1)
		if p.Total > 0 && p.Done == p.Total {
			last.Store(int64(p.Done))
		}
	}}, ".")
	if int(last.Load()) != res.Loaded || int(calls.Load()) != res.Loaded+1 {
		t.Errorf("%d calls up to %d for %d packages", calls.Load(), last.Load(), res.Loaded)
	}
}

func TestAnalyzeComesInOrderAndFreesSyntax(t *testing.T) {
	var mu sync.Mutex
	seen := make(map[*packages.Package]bool)
	asked := make(map[string]bool)
	res := load(t, writeTree(t, module), Config{Analyze: func(pkg *packages.Package, root bool) {
		mu.Lock()
		defer mu.Unlock()
		for _, imp := range pkg.Imports {
			if !seen[imp] {
				t.Errorf("%s comes before its import %s", pkg.ID, imp.ID)
			}
		}
		seen[pkg] = true
		if root {
			asked[pkg.ID] = true
			if len(pkg.Syntax) == 0 || len(pkg.TypesInfo.Defs) == 0 {
				t.Errorf("%s has no syntax", pkg.ID)
			}
		}
	}}, "./...")
	if len(seen) != res.Loaded || len(asked) != len(res.Roots) {
		t.Errorf("%d of %d packages seen, %d of %d roots", len(seen), res.Loaded, len(asked), len(res.Roots))
	}
	packages.Visit(res.Roots, nil, func(p *packages.Package) {
		if p.Syntax != nil || p.TypesInfo != nil || p.Types == nil {
			t.Errorf("%s keeps its syntax, or has lost its types", p.ID)
		}
	})
}
