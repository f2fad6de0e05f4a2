package clientgo_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// What writes its arguments into a log is no work, whatever its package is called.
func TestLogsByShape(t *testing.T) {
	const source = `package nlog

type L struct{}

func Debugf(format string, args ...any)    {}
func Warn(args ...interface{})             {}
func (L) InfoS(msg string, more ...any)    {}
func (L) Error(err error, more ...any)     {}

func Fatalf(format string, args ...any)       {}
func Errorf(format string, args ...any) error { return nil }
func Info(name string)                        {}
func Warning(names ...string)                 {}
func Logout(names ...any)                     {}
func Inform(args ...any)                      {}
`
	_, info := checked(t, "example.com/nlog", source)
	want := map[string]bool{"Debugf": true, "Warn": true, "InfoS": true, "Error": true}
	for id, obj := range info.Defs {
		if fn, ok := obj.(*types.Func); ok && clientgo.Quiet(fn) != want[id.Name] {
			t.Errorf("%s is quiet: %t, want %t", fn, clientgo.Quiet(fn), want[id.Name])
		}
	}
}

// checked type-checks a package of one file.
func checked(t *testing.T, path, source string) (*types.Package, *types.Info) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Defs: make(map[*ast.Ident]types.Object)}
	conf := types.Config{Importer: importer.Default()}
	pkg, err := conf.Check(path, fset, []*ast.File{file}, info)
	if err != nil {
		t.Fatal(err)
	}
	return pkg, info
}

// To count is no work, and to end the series of an object is some, in a package of the
// program's own. What prometheus' own vectors do may be undone by whoever resets them, or
// fills them again for each scrape, which is not looked for.
func TestQuietMetrics(t *testing.T) {
	for path, own := range map[string]bool{"github.com/prometheus/client_golang/prometheus": false, "k8s.io/component-base/metrics": false, "example.com/app/metrics": true} {
		pkg := types.NewPackage(path, "metrics")
		for name, counts := range map[string]bool{"WithLabelValues": true, "Inc": true, "DeleteLabelValues": false, "Delete": false, "Unregister": false} {
			fn := types.NewFunc(token.NoPos, pkg, name, types.NewSignatureType(nil, nil, nil, nil, nil, false))
			if got := clientgo.Quiet(fn); got != (counts || !own) {
				t.Errorf("%s.%s is quiet: %t", path, name, got)
			}
		}
	}
}
