package analyzers_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/analyzers"
)

// Bazel's nogo takes a package for each check, with a variable Analyzer, and
// golangci-lint wants no init functions in what it links.
func TestPackagesFitNogo(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}\t{{.Dir}}{{end}}", ".")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	const root = "github.com/informerlint/informerlint/"
	dirs := make(map[string]string)
	for line := range strings.Lines(string(out)) {
		if path, dir, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok && strings.HasPrefix(path, root) {
			dirs[strings.TrimPrefix(path, root)] = dir
		}
	}
	for path, dir := range dirs {
		for _, file := range parseDir(t, dir) {
			for _, decl := range file.Decls {
				if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
					t.Errorf("%s has an init function", path)
				}
			}
		}
	}
	for _, a := range analyzers.All() {
		dir, ok := dirs["analyzers/"+a.Name]
		if !ok {
			t.Errorf("no package analyzers/%s", a.Name)
			continue
		}
		if !exports(parseDir(t, dir), "Analyzer") {
			t.Errorf("analyzers/%s has no variable Analyzer", a.Name)
		}
		if a.Run == nil || a.Doc == "" {
			t.Errorf("%s lacks Run or Doc", a.Name)
		}
	}
}

func parseDir(t *testing.T, dir string) []*ast.File {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}

// exports reports whether a package-level variable of that name is declared.
func exports(files []*ast.File, name string) bool {
	for _, file := range files {
		for _, decl := range file.Decls {
			gen, ok := decl.(*ast.GenDecl)
			if !ok || gen.Tok != token.VAR {
				continue
			}
			for _, spec := range gen.Specs {
				for _, id := range spec.(*ast.ValueSpec).Names {
					if id.Name == name {
						return true
					}
				}
			}
		}
	}
	return false
}
