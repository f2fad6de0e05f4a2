package setting

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// A condition is one of settings if nothing of what it asks is changed later, and it
// cannot be about one object.
func TestAsked(t *testing.T) {
	const prelude = `package p

type options struct {
	on   bool
	Mode string
	deep *bool
}

type entry struct{ fixed bool }

type keeper struct {
	opts    options
	ref     *options
	on      bool
	entries map[string]*entry
}

func New(o options, on bool) *keeper {
	return &keeper{opts: o, ref: &options{on: on, Mode: o.Mode}, on: on, entries: make(map[string]*entry)}
}

func (k *keeper) add(name string) { k.entries[name] = &entry{fixed: name == "a"} }
`
	for _, test := range []struct {
		name, source string
		want         bool
	}{
		{"a field", `func (k *keeper) top() { if k.on { work() } }`, true},
		{"its opposite", `func (k *keeper) top() { if !k.on { work() } }`, true},
		{"a constant beside it", `func (k *keeper) top() { if k.opts.Mode == "a" { work() } }`, true},
		{"of a structure in a field", `func (k *keeper) top() { if k.opts.on { work() } }`, true},
		{"behind a pointer", `func (k *keeper) top() { if k.ref.on { work() } }`, true},
		{"what it points to", `func (k *keeper) top() { if *k.opts.deep { work() } }
func deep(b *bool) *keeper { return &keeper{opts: options{deep: b}} }`, true},
		{"in a method of the same type", `func (k *keeper) top() { k.ask() }
func (k *keeper) ask() { if k.on { work() } }`, true},
		{"captured", `func outer(k *keeper) func() { return func() { if k.on { work() } } }`, true},
		{"a captured variable", `func outer(on bool) func() { return func() { if on { work() } } }`, true},

		{"one of two constants", `func (k *keeper) top() { if k.on { work() } }
func yes() *keeper { return &keeper{on: true} }
func no() *keeper { return &keeper{on: false} }`, true},

		{"always on", `type switched struct{ on bool }
func (s *switched) top() { if s.on { work() } }
func yes() *switched { return &switched{on: true} }
func also() *switched { return &switched{on: true} }`, false},
		{"changed by a method", `func (k *keeper) top() { if k.on { work() } }
func (k *keeper) off() { k.on = false }`, false},
		{"changed in the structure", `func (k *keeper) top() { if k.opts.on { work() } }
func (k *keeper) off() { k.opts.on = false }`, false},
		{"the structure is replaced", `func (k *keeper) top() { if k.opts.on { work() } }
func (k *keeper) with(o options) { k.opts = o }`, false},
		{"what it points to is replaced", `func (k *keeper) top() { if k.ref.on { work() } }
func (k *keeper) with(o *options) { k.ref = o }`, false},
		{"what it points to is overwritten", `func (k *keeper) top() { if k.ref.on { work() } }
func (k *keeper) with(o options) { *k.ref = o }`, false},
		{"all is overwritten", `func (k *keeper) top() { if k.on { work() } }
func (k *keeper) reset() { *k = keeper{} }`, false},
		{"lent", `func (k *keeper) top() { if k.on { work() } }
func (k *keeper) lend() { set(&k.on) }
func set(b *bool) { *b = true }`, false},
		{"never written", `type bare struct{ on bool }
func (b *bare) top() { if b.on { work() } }`, false},
		{"of an entry in a map", `func (k *keeper) top() { if k.entries["a"].fixed { work() } }`, false},
		{"of an entry's method", `func (k *keeper) top() { k.entries["a"].ask() }
func (e *entry) ask() { if e.fixed { work() } }`, false},
		{"of a parameter", `func (k *keeper) top() { k.ask(k.entries["a"]) }
func (k *keeper) ask(e *entry) { if e.fixed { work() } }`, false},
		{"of what an inner closure has captured", `func (k *keeper) top() { e := k.entries["a"]; func() { if e.fixed { work() } }() }`, false},
		{"a captured variable that is changed", `func outer(on bool) (func(), func()) { return func() { if on { work() } }, func() { on = false } }`, false},
		{"a captured variable that changes", `func outer(on bool) func() { return func() { if on { work(); on = false } } }`, false},
		{"two fields", `func (k *keeper) top() { if k.on == k.opts.on { work() } }`, false},
		{"what a call returns", `func (k *keeper) top() { if ready() { work() } }
func ready() bool { return true }`, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, "p.go", prelude+"func work() {}\n"+test.source, 0)
			if err != nil {
				t.Fatal(err)
			}
			pkg, info, err := ssautil.BuildPackage(new(types.Config), fset, types.NewPackage("p", "p"), []*ast.File{file}, ssa.BuilderMode(0))
			if err != nil {
				t.Fatal(err)
			}
			var fns []*ssa.Function
			var add func(*ssa.Function)
			add = func(fn *ssa.Function) {
				fns = append(fns, fn)
				for _, inner := range fn.AnonFuncs {
					add(inner)
				}
			}
			for _, decl := range file.Decls {
				if decl, ok := decl.(*ast.FuncDecl); ok {
					add(pkg.Prog.FuncValue(info.Defs[decl.Name].(*types.Func)))
				}
			}
			// Of who does not write a field it is enough that he does not.
			f, asked := In(fns, func(fn *ssa.Function) {
				if fn.Name() == "work" {
					t.Error("an answer depends on work")
				}
			}), 0
			for _, fn := range fns {
				for _, b := range fn.Blocks {
					last, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
					if !ok {
						continue
					}
					asked++
					top := fn
					for _, other := range fns {
						if other.Name() == "top" {
							top = other
						}
					}
					if got := f.Asked(last.Cond, top); got != test.want {
						t.Errorf("%s: %t, want %t", last.Cond, got, test.want)
					}
				}
			}
			if asked != 1 {
				t.Errorf("%d conditions, want one", asked)
			}
		})
	}
}
