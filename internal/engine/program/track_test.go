package program

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/informerlint/informerlint/internal/clientgo"
)

const tracked = `package p

type object interface{ DeepCopyObject() object }

type Raw struct{ Object object }

func (in *Raw) DeepCopyInto(out *Raw) {}

type Kind struct{ Spec Spec }

func (in *Kind) DeepCopyInto(out *Kind) {}

type Spec struct{ Raws []Raw; Any map[string]any }

func (in *Spec) DeepCopyInto(out *Spec) {}

type Box[T any] struct{ Value T }

func (in *Box[T]) DeepCopyInto(out *Box[T]) {}

type Watched struct{ kind *Kind }

type Controller struct {
	Kind
	run func()
}

type Plain struct{ Object object }

type Other struct{ Object object }

func (in *Other) DeepCopyInto(out any) {}

type Returns struct{ Object object }

func (in *Returns) DeepCopyInto(out *Returns) *Returns { return out }

type ByHand struct{ run func() }

func (in *ByHand) DeepCopyInto(out *ByHand) {}

var (
	no1 Raw
	no2 *Kind
	no3 []Spec
	no4 Watched
	no5 Box[any]

	yes1 Controller // its DeepCopyInto is the one of Kind
	yes2 Plain
	yes3 Other
	yes4 Returns
	yes5 ByHand
)
`

func TestTracked(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", tracked, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, _, err := ssautil.BuildPackage(&types.Config{}, fset, types.NewPackage("p", "p"), []*ast.File{file}, 0)
	if err != nil {
		t.Fatal(err)
	}
	b := newBuilder(fset, pkg, clientgo.NewTable())
	for _, name := range pkg.Pkg.Scope().Names() {
		v, ok := pkg.Pkg.Scope().Lookup(name).(*types.Var)
		if !ok {
			continue
		}
		if got, want := b.tracked(v.Type()), name[0] == 'y'; got != want {
			t.Errorf("%s %v: tracked is %t, want %t", name, v.Type(), got, want)
		}
	}
}
