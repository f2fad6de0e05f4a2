package rewrite

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// twinRoot is the import path below which the twins are.
const twinRoot = "github.com/informerlint/informerlint/proof/twin"

// pure are packages of the standard library that a rewritten program keeps,
// with what it may use of them. They start nothing, block nowhere and do
// nothing that a replay could not repeat. An empty set means everything.
var pure = map[string][]string{
	"cmp":          nil,
	"errors":       nil,
	"fmt":          {"Errorf", "Sprint", "Sprintf", "Sprintln", "Stringer"},
	"iter":         {"Seq", "Seq2"},
	"math":         nil,
	"reflect":      {"DeepEqual", "Type", "TypeOf"},
	"slices":       nil,
	"sort":         nil,
	"strconv":      nil,
	"strings":      nil,
	"unicode":      nil,
	"unicode/utf8": nil,
}

// Twins are the packages that can be imported in place of others, with the
// names that each one declares.
type Twins map[string]*twin

type twin struct {
	declared map[string]bool // at the level of the package
	members  map[string]bool // fields and methods, of any type
}

// ReadTwins reads what the twins below a directory declare.
func ReadTwins(dir string) (Twins, error) {
	all := make(Twins)
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		rel, err := filepath.Rel(dir, filepath.Dir(name))
		if err != nil {
			return err
		}
		original := filepath.ToSlash(rel)
		if original == "." || original == "world" || original == "rt" {
			return nil
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		t := all[original]
		if t == nil {
			t = &twin{declared: make(map[string]bool), members: make(map[string]bool)}
			all[original] = t
		}
		t.read(file)
		return nil
	})
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("there are no twins in %s", dir)
	}
	return all, err
}

func (t *twin) read(file *ast.File) {
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Recv != nil {
				t.members[d.Name.Name] = true
			} else {
				t.declared[d.Name.Name] = true
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					t.declared[s.Name.Name] = true
					if s.Assign.IsValid() {
						// An alias has the members of what it stands for, which
						// the compiler knows.
						t.members["*"] = true
					}
				case *ast.ValueSpec:
					for _, n := range s.Names {
						t.declared[n.Name] = true
					}
				}
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		var fields *ast.FieldList
		switch n := n.(type) {
		case *ast.StructType:
			fields = n.Fields
		case *ast.InterfaceType:
			fields = n.Methods
		default:
			return true
		}
		for _, f := range fields.List {
			for _, name := range f.Names {
				t.members[name.Name] = true
			}
			if len(f.Names) == 0 {
				if id, ok := last(f.Type); ok {
					t.members[id] = true
				}
			}
		}
		return true
	})
}

// last is the name of an embedded field.
func last(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name, true
	case *ast.SelectorExpr:
		return e.Sel.Name, true
	case *ast.StarExpr:
		return last(e.X)
	case *ast.IndexExpr:
		return last(e.X)
	}
	return "", false
}

func twinPath(original string) string { return path.Join(twinRoot, original) }
