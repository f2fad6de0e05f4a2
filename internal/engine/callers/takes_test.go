package callers

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"
)

type imports map[string]*types.Package

func (i imports) Import(path string) (*types.Package, error) {
	if p := i[path]; p != nil {
		return p, nil
	}
	return importer.Default().Import(path)
}

func check(t *testing.T, known imports, path, src string) (*types.Package, *ast.File, *types.Info) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Types: make(map[ast.Expr]types.TypeAndValue), Uses: make(map[*ast.Ident]types.Object), Defs: make(map[*ast.Ident]types.Object)}
	pkg, err := (&types.Config{Importer: known}).Check(path, fset, []*ast.File{file}, info)
	if err != nil {
		t.Fatal(err)
	}
	return pkg, file, info
}

// A wrapper takes work if it does so in each call, and waits for nothing else.
func TestTakes(t *testing.T) {
	queue, _, _ := check(t, nil, "k8s.io/client-go/util/workqueue", `package workqueue
type Interface interface { Get() (any, bool); Done(any); Len() int }`)
	for body, want := range map[string]bool{
		"x, _ := q.inner.Get(); return x":                                      true,
		"x, end := q.inner.Get(); if end { return nil }; return x":             true,
		"x, _ := q.inner.Get(); println(x.(string)); return x":                 true,
		"var x any; x, _ = q.inner.Get(); q.inner.Done(x); return x":           true,
		"<-q.open; x, _ := q.inner.Get(); return x":                            false,
		"q.ready(); x, _ := q.inner.Get(); return x":                           false,
		"q.run(nil); x, _ := q.inner.Get(); return x":                          false,
		"if q.inner.Len() > 0 { x, _ := q.inner.Get(); return x }; return nil": false,
		"go q.inner.Get(); return nil":                                         false,
		"for { if x, end := q.inner.Get(); end { return x } }":                 false,
		"x, _ := q.inner.Get(); q.open <- true; return x":                      false,
		"select { case <-q.open: default: }; x, _ := q.inner.Get(); return x":  false,
		"return q.inner.Len()":                                                 false,
	} {
		_, file, info := check(t, imports{"k8s.io/client-go/util/workqueue": queue}, "p", `package p
import "k8s.io/client-go/util/workqueue"
type Queue struct { inner workqueue.Interface; open chan bool; run func(any) }
func (q *Queue) ready() {}
func (q *Queue) Next() any { `+body+` }`)
		fd := file.Decls[len(file.Decls)-1].(*ast.FuncDecl)
		if got := takes(info, fd); got != want {
			t.Errorf("%q: %v", body, got)
		}
	}
}
