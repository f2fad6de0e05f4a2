package sole

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// A hidden field has one type if all that its package puts there has it.
func TestHeld(t *testing.T) {
	const prelude = `package p

type Store interface{ Set() }

type plain struct{}

func (*plain) Set() {}

type other struct{}

func (*other) Set() {}

type user struct {
	store Store
	Open  Store
}

func (u *user) use() { u.store.Set() }
`
	for _, test := range []struct {
		name, source, want string
	}{
		{"a literal", `func New() *user { return &user{store: &plain{}} }`, "*p.plain"},
		{"a constructor", `func newStore() Store { return &plain{} }
func New() *user { return &user{store: newStore()} }`, "*p.plain"},
		{"a constructor that may fail", `func newStore(ok bool) (Store, error) { if !ok { return nil, nil }; return &plain{}, nil }
func New() *user { s, _ := newStore(true); u := new(user); u.store = s; return u }`, "*p.plain"},
		{"nil to begin with", `func New() *user { u := &user{store: nil}; u.store = &plain{}; return u }`, "*p.plain"},
		{"nothing", ``, ""},
		{"two types", `func New(b bool) *user { if b { return &user{store: &other{}} }; return &user{store: &plain{}} }`, ""},
		{"a constructor of two types", `func newStore(b bool) Store { if b { return &other{} }; return &plain{} }
func New() *user { return &user{store: newStore(true)} }`, ""},
		{"a parameter", `func New(s Store) *user { return &user{store: s} }`, ""},
		{"a setter beside it", `func New() *user { return &user{store: &plain{}} }
func (u *user) With(s Store) *user { u.store = s; return u }`, ""},
		{"the address", `func New() *user { u := &user{store: &plain{}}; set(&u.store); return u }
func set(s *Store) { *s = &other{} }`, ""},
		{"an exported field", `func New() *user { return &user{Open: &plain{}} }
func (u *user) show() { u.Open.Set() }`, ""},
		{"a function value", `func New(f func() Store) *user { return &user{store: f()} }`, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, "p.go", prelude+test.source, 0)
			if err != nil {
				t.Fatal(err)
			}
			pkg, info, err := ssautil.BuildPackage(new(types.Config), fset, types.NewPackage("p", "p"), []*ast.File{file}, 0)
			if err != nil {
				t.Fatal(err)
			}
			var fns []*ssa.Function
			for _, decl := range file.Decls {
				if decl, ok := decl.(*ast.FuncDecl); ok {
					fns = append(fns, pkg.Prog.FuncValue(info.Defs[decl.Name].(*types.Func)))
				}
			}
			ts, got := In(fns), ""
			for _, fn := range fns {
				if fn.Name() != "use" && fn.Name() != "show" {
					continue
				}
				for _, b := range fn.Blocks {
					for _, instr := range b.Instrs {
						if c, ok := instr.(*ssa.Call); ok {
							if one, _ := ts.Of(pkg.Pkg, c.Call.Value); one != nil {
								got += one.String()
							}
						}
					}
				}
			}
			if got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

// An interface is closed if no other package can put something into it.
func TestClosed(t *testing.T) {
	for _, test := range []struct {
		name, source string
		want         bool
	}{
		{"an unexported method, which who embeds it has, too", "type Store interface { set() }", false},
		{"an unexported method, and a parameter", "type store interface { set() }; func New(s store) {}", false},
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
