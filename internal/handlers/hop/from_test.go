package hop

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/handlers/frame"
)

const calls = `package p

type getter interface{ Get(key string) }

type adder interface{ Add(item string) }

type T struct{}

func (T) Get(key string) {}
func (T) next(s string)  {}
func show(s string)      {}
func run(func(string), string) {}

func direct(key string)                    { show(key) }
func dynamic(key string, f func(string))   { f(key) }
func invoked(key string, g getter)         { g.Get(key) }
func bound(key string, t T)                { f := t.next; f(key) }
func given(key string)                     { run(show, key) }
func added(key string, q adder)            { q.Add(key) }
`

// A parameter comes from the argument of the call, if that is a call of its function: not
// where another one gets the function, and not where what it takes out is added.
func TestFrom(t *testing.T) {
	fns := functions(t, calls)
	named := func(name string) *ssa.Function {
		return fns[slices.IndexFunc(fns, func(fn *ssa.Function) bool { return fn.Name() == name && fn.Synthetic == "" })]
	}
	for _, test := range []struct{ by, fn, from string }{
		{"direct", "show", "key"}, {"dynamic", "show", "key"}, {"invoked", "Get", "key"}, {"bound", "next", "key"},
		{"given", "show", "s"}, {"added", "next", "s"},
	} {
		by, fn := named(test.by), named(test.fn)
		in := &frame.Frame{Fn: fn, Up: &frame.Frame{Fn: by}}
		for _, instr := range by.Blocks[0].Instrs {
			if c, ok := instr.(ssa.CallInstruction); ok {
				in.Call = c
			}
		}
		param, ok := From(fn.Params[len(fn.Params)-1], in).(*ssa.Parameter)
		if want := (test.from == "key"); !ok || param.Name() != test.from || want != (param.Parent() == by) {
			t.Errorf("%s: %v", test.by, param)
		}
	}
}
