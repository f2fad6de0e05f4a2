package hop

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

const src = `package p

type T struct{ one, two, item chan int }

var Global = make(chan int)

func (t *T) first()  { <-t.one }
func (t *T) second() { <-t.two }
func (t *T) third()  { for range t.two {} }
func (t *T) pick() {
	select {
	case <-t.item:
	case Global <- 1:
	}
}
func local(c chan int) { <-c }
`

// What one function takes from a field or package variable is known; what
// several take from, or what is only a parameter, is not.
func TestFind(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, _, err := ssautil.BuildPackage(&types.Config{Importer: importer.Default()}, fset, types.NewPackage("p", ""), []*ast.File{file}, 0)
	if err != nil {
		t.Fatal(err)
	}
	var fns []*ssa.Function
	for fn := range ssautil.AllFunctions(pkg.Prog) {
		fns = append(fns, fn)
	}
	var got []string
	for place, o := range Find(fns) {
		got = append(got, place+" in "+o.Fn.Name())
		if o.Fn.Name() == "pick" && o.Index != 2 {
			t.Errorf("the item is result %d of select", o.Index)
		}
	}
	slices.Sort(got)
	if want := []string{"p.T.item in pick", "p.T.one in first"}; !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}
