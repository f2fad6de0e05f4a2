package archtest

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/report"
)

// What a room may hold, in lines without tests and without generated files: a
// package that is larger has more than one subject, and a function that is longer
// more than one thought.
const (
	maxPackage  = 3000 // under internal
	maxCheck    = 450  // a directory below analyzers, with its fixes
	maxFunction = 80
	long        = 60
	maxLong     = 20 // functions above that
)

// sizes are the lines of each package, and the lengths of its functions by place.
func sizes(t *testing.T, dirs ...string) (packages, functions map[string]int) {
	t.Helper()
	packages, functions = make(map[string]int), make(map[string]int)
	fset := token.NewFileSet()
	for _, dir := range dirs {
		err := filepath.WalkDir(filepath.Join(root, dir), func(name string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && d.Name() == "testdata":
				return filepath.SkipDir
			case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
				return nil
			}
			src, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			file, err := parser.ParseFile(fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			if report.Generated(file) {
				return nil
			}
			pkg, err := filepath.Rel(root, filepath.Dir(name))
			if err != nil {
				return err
			}
			packages[filepath.ToSlash(pkg)] += bytes.Count(src, []byte("\n"))
			for _, decl := range file.Decls {
				if fn, ok := decl.(*ast.FuncDecl); ok {
					from, to := fset.Position(fn.Pos()), fset.Position(fn.End())
					functions[from.String()+" "+fn.Name.Name] = to.Line - from.Line + 1
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return packages, functions
}

func TestSizes(t *testing.T) {
	packages, functions := sizes(t, "analyzers", "cmd", "internal", "plugin", "proof", "reference")
	for pkg, n := range packages {
		switch {
		case strings.HasPrefix(pkg, "internal/") && n > maxPackage:
			t.Errorf("%s has %d lines, more than %d", pkg, n, maxPackage)
		case strings.HasPrefix(pkg, "analyzers/") && n > maxCheck:
			t.Errorf("%s has %d lines, more than %d", pkg, n, maxCheck)
		}
	}
	var above []string
	for fn, n := range functions {
		if n > maxFunction {
			t.Errorf("%s has %d lines, more than %d", fn, n, maxFunction)
		}
		if n > long {
			above = append(above, fn)
		}
	}
	if len(above) > maxLong {
		t.Errorf("%d functions have more than %d lines, %d may:\n%s", len(above), long, maxLong, strings.Join(above, "\n"))
	}
	if len(packages) < 50 || len(functions) < 1000 {
		t.Fatalf("saw %d packages and %d functions only", len(packages), len(functions))
	}
}
