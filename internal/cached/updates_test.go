package cached

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/cached/track"
	"github.com/informerlint/informerlint/internal/handlers/registered"
)

// Each of the objects of an update that a handler changes is found: a fix for the
// new one leaves the old one as it is. One statement that changes both is one
// finding, of the new one, and its fix has to be right for both.
func TestUpdates(t *testing.T) {
	for _, test := range []struct {
		body, want string
		also       int
	}{
		{"n.Name = \"\"", "f: handler-object Name", 0},
		{"o.Name, n.Name = \"\", \"\"", "f: handler-object Name; f: handler-object Name", 0},
		{"strip(o); strip(n)", "f: handler-object Name; f: handler-object Name", 0},
		{"both(o, n)", "f: handler-object Name", 1},
	} {
		m := machineOf(t, newWorkspace(t).check(t, "example.com/p", `package p

import "example.com/api"

func f(o, n *api.Thing) { `+test.body+` }

func strip(x *api.Thing) { x.Name = "" }

func both(a, b *api.Thing) { a.Name, b.Name = "", "" }
`), nil)
		update := m.fns[slices.IndexFunc(m.fns, func(fn *ssa.Function) bool { return fn.Name() == "f" })]
		m.handlers = func() []*registered.Group { return []*registered.Group{{Update: &registered.Func{Fn: update}}} }
		p := m.look()
		if got := say(p); got != test.want {
			t.Errorf("%s: found %q, want %q", test.body, got, test.want)
			continue
		}
		if f := p.Findings[0]; len(f.Also) != test.also || f.Key.Kind != track.Updated && len(p.Findings) == 1 {
			t.Errorf("%s: the finding is of kind %d, with %d others", test.body, f.Key.Kind, len(f.Also))
		}
	}
}
