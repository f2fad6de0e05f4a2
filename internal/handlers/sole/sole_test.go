package sole

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"
)

// An interface is closed if no other package can put something into it.
func TestClosed(t *testing.T) {
	for _, test := range []struct {
		name, source string
		want         bool
	}{
		{"an unexported method", "type Store interface { set() }", true},
		{"no name outside", "type Store interface{ Set() }; type store interface { Set() }", true},
		{"everybody can implement it", "type store = Store; type Store interface { Set() }", false},
		{"a parameter", "type store interface { Set() }; func New(s store) {}", false},
		{"a function's result", "type store interface { Set() }; func New(f func() store) {}", false},
		{"a parameter of what others cannot call", "type store interface { Set() }; func newOne(s store) {}", true},
		{"an exported variable", "type store interface { Set() }; var Default store", false},
		{"an unexported variable", "type store interface { Set() }; var standard store", true},
		{"a method's parameter", "type store interface { Set() }; type t struct{}; func (t) Use(s store) {}", false},
		{"an exported field", "type store interface { Set() }; type t struct{ Store store }", false},
		{"an unexported field", "type store interface { Set() }; type T struct{ store store }", true},
		{"a slice", "type store interface { Set() }; type Stores []store", false},
		{"a method of an interface", "type store interface { Set() }; type Maker interface { Make() store }", false},
		{"an alias", "type store interface { Set() }; type Other = store", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, "p.go", "package p; "+test.source, 0)
			if err != nil {
				t.Fatal(err)
			}
			pkg, err := new(types.Config).Check("p", fset, []*ast.File{file}, nil)
			if err != nil {
				t.Fatal(err)
			}
			obj := pkg.Scope().Lookup("store")
			if obj == nil {
				obj = pkg.Scope().Lookup("Store")
			}
			named, ok := types.Unalias(obj.Type()).(*types.Named)
			if got := ok && closed(named); got != test.want {
				t.Errorf("closed: %v, want %v", got, test.want)
			}
		})
	}
}
