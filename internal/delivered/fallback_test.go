package delivered

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/informerlint/informerlint/internal/engine/filled"
	"github.com/informerlint/informerlint/internal/engine/program"

	"github.com/informerlint/informerlint/internal/delivered/across"
)

const fallbacks = `package p

import "context"

type client interface {
	Get(ctx context.Context, name string) (string, error)
}

var state = make(map[string]string)

func read(name string) string { return state[name] }

func deeper(name string) string { return read(name) }

func Yes1(ctx context.Context, c client) string {
	if node := read("a"); node != "" {
		return node
	}
	node, _ := c.Get(ctx, "a")
	return node
}

func Yes2(ctx context.Context, c client) string {
	node := deeper("a")
	if len(node) == 0 {
		node, _ = c.Get(ctx, "a")
	}
	return node
}

func Yes3(ctx context.Context, c client) (string, error) {
	known := len(read("a")) > 0 && ctx.Err() == nil
	if !known {
		return c.Get(ctx, "a")
	}
	return read("a"), nil
}

func No1(ctx context.Context, c client) (string, error) {
	_, err := c.Get(ctx, "b")
	return read("a"), err
}

func No2(ctx context.Context, c client, more bool) string {
	node := read("a")
	if more {
		node, _ = c.Get(ctx, "b")
	}
	return node
}

func No3(ctx context.Context, c client) string {
	if read("a") == "" {
		println("nothing is known of a")
	}
	node, _ := c.Get(ctx, "b")
	return node
}
`

// A client that is asked only because of what was found in the state is a fallback;
// one that is asked in any case, or because of something else, is none.
func TestFallsBack(t *testing.T) {
	f := built(t, fallbacks)
	pkg := f.pkg
	read := filled.Spot{Fn: program.Key(pkg.Func("read"))}
	for name, want := range map[string]bool{"Yes1": true, "Yes2": true, "Yes3": true, "No1": false, "No2": false, "No3": false} {
		if got := f.fallsBack(pkg.Func(name), read); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// built is the finder of a package of one file.
func built(t *testing.T, source string) *finder {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, _, err := ssautil.BuildPackage(&types.Config{Importer: importer.Default()}, fset, types.NewPackage("p", "p"), []*ast.File{file}, 0)
	if err != nil {
		t.Fatal(err)
	}
	var fns []*ssa.Function
	for fn := range ssautil.AllFunctions(pkg.Prog) {
		if fn.Pkg == pkg {
			fns = append(fns, fn)
		}
	}
	return newFinder(nil, pkg, fns, new(across.Imported))
}
