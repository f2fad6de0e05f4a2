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

func functions(t *testing.T, src string) (fns []*ssa.Function) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, _, err := ssautil.BuildPackage(&types.Config{Importer: importer.Default()}, fset, types.NewPackage("p", ""), []*ast.File{file}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for fn := range ssautil.AllFunctions(pkg.Prog) {
		fns = append(fns, fn)
	}
	return fns
}

// What one function takes from a field or package variable is known; what
// several take from, or what is only a parameter, is not.
func TestFind(t *testing.T) {
	var got []string
	for place, o := range Find(functions(t, src)) {
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

// Who asks an item for its deletion timestamp tells by it whether it is gone.
func TestAsksDeleted(t *testing.T) {
	const src = `package p

type Time struct{}
func (t *Time) IsZero() bool { return t == nil }
func print(...any)
type Meta struct{ Name string; DeletionTimestamp *Time }
func (m *Meta) GetDeletionTimestamp() *Time { return m.DeletionTimestamp }
type Pod struct{ Meta }
type Object interface{ GetDeletionTimestamp() *Time }
type T struct {
	method, field, checked, narrow chan *Pod
	asked, printed, shown          chan *Pod
	boxed                          chan any
	named, other, dropped          chan *Pod
}

func (t *T) aMethod()  { p := <-t.method; _ = p.GetDeletionTimestamp() == nil }
func (t *T) aField()   { p := <-t.field; _ = p.DeletionTimestamp == nil }
func (t *T) aChecked() { if p, ok := <-t.checked; ok && p.GetDeletionTimestamp() != nil { println() } }
func (t *T) aNarrow()  { var o Object = <-t.narrow; _ = o.GetDeletionTimestamp() == nil }
func (t *T) aBoxed()   { if p, ok := (<-t.boxed).(*Pod); ok && p.GetDeletionTimestamp() != nil { println() } }
func (t *T) aAsked()   { p := <-t.asked; println(p.DeletionTimestamp.IsZero()) }
func (t *T) aPrinted() { p := <-t.printed; print("gone since", p.DeletionTimestamp) }
func (t *T) aShown()   { p := <-t.shown; print("gone since", p.GetDeletionTimestamp()) }
func (t *T) aNamed()   { p := <-t.named; println(p.Name) }
func (t *T) another(q *Pod) { p := <-t.other; println(p.Name); _ = q.GetDeletionTimestamp() }
func (t *T) aDropped() { <-t.dropped }
`
	outs := Find(functions(t, src))
	for field, want := range map[string]bool{
		"method": true, "field": true, "checked": true, "narrow": true, "boxed": true, "asked": true, "printed": false, "shown": false,
		"named": false, "other": false, "dropped": false, "absent": false,
	} {
		if got := outs.AsksDeleted("p.T." + field); got != want {
			t.Errorf("%s: %v", field, got)
		}
	}
}
