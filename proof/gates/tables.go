package gates

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/informerlint/informerlint/internal/check/kind"
)

// tables are the directories under testdata that have a table of programs in
// tableFile: the tables that the tests there run without gates.
var tables = []string{kind.Order.Table(), kind.Handler.Table()}

const tableFile = "table_test.go"

// writeTables writes them into both trees, for the programs that are to be run.
func (b *build) writeTables() error {
	byDir := b.byDir()
	for _, dir := range tables {
		t, err := b.table(dir)
		if err != nil {
			return err
		}
		t.programs.Elts = slices.DeleteFunc(t.programs.Elts, func(e ast.Expr) bool {
			s := byDir[dirOf(e)]
			return s == nil || s.skip != ""
		})
		out, err := t.source()
		if err != nil {
			return err
		}
		use, err := driver.ReadFile("testdata/driver/" + dir + ".go")
		if err != nil {
			return err
		}
		for _, tree := range []string{badTree, fixedTree} {
			err := errors.Join(
				b.write(path.Join(tree, dir, "table.go"), toTree(out, tree)),
				b.write(path.Join(tree, dir, "run.go"), toTree(use, tree)))
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// A table is a parsed file with a table of programs.
type table struct {
	fset     *token.FileSet
	file     *ast.File
	programs *ast.CompositeLit // the value of its variable programs
}

func (b *build) table(dir string) (*table, error) {
	name := filepath.Join(b.root, "testdata", dir, tableFile)
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, nil, 0)
	if err != nil {
		return nil, err
	}
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		for _, s := range g.Specs {
			v := s.(*ast.ValueSpec)
			if v.Names[0].Name != "programs" || len(v.Values) != 1 {
				continue
			}
			if lit, ok := v.Values[0].(*ast.CompositeLit); ok {
				return &table{fset, file, lit}, nil
			}
		}
	}
	return nil, fmt.Errorf("%s has no variable programs", name)
}

// dirOf is the directory of a program in a table, "" if there is none.
func dirOf(e ast.Expr) string {
	c, ok := e.(*ast.CompositeLit)
	if !ok {
		return ""
	}
	lit, ok := field(c, "dir").(*ast.BasicLit)
	if !ok {
		return ""
	}
	dir, _ := strconv.Unquote(lit.Value)
	return dir
}

// field returns the value of a field in a composite literal, or nil.
func field(e *ast.CompositeLit, name string) ast.Expr {
	for _, x := range e.Elts {
		if kv, ok := x.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok && id.Name == name {
				return kv.Value
			}
		}
	}
	return nil
}

// source is the file with those imports that what is left of it needs.
func (t *table) source() ([]byte, error) {
	used := make(map[string]bool)
	ast.Inspect(t.file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok {
				used[id.Name] = true
			}
		}
		return true
	})
	var out bytes.Buffer
	fmt.Fprintf(&out, "package %s\n\nimport (\n", t.file.Name.Name)
	for _, i := range t.file.Imports {
		p, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			return nil, err
		}
		id := path.Base(p)
		if i.Name != nil {
			id = i.Name.Name
		}
		if used[id] {
			fmt.Fprintf(&out, "%s %q\n", id, p)
		}
	}
	out.WriteString(")\n")
	for _, d := range t.file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			continue
		}
		out.WriteString("\n")
		if err := format.Node(&out, t.fset, d); err != nil {
			return nil, err
		}
		out.WriteString("\n")
	}
	return format.Source(out.Bytes())
}
