package judge_test

import (
	"go/types"
	"testing"

	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/judge"
)

// A function of another package is named with the package, and nothing else is.
func TestCalled(t *testing.T) {
	pkg := types.NewPackage("example.com/ports", "ports")
	for _, test := range []struct{ key, name, want string }{
		{"container/heap.Fix", "Fix", "heap.Fix"},
		{"example.com/naming.Anchor", "Anchor", "naming.Anchor"},
		{"example.com/ports.release", "release", "release"},
		{"(*example.com/ports.heap).Fix of ports.heap", "Fix", "Fix"},
		{"call of ports.Controller.send", "ports.Controller.send", "ports.Controller.send"},
		{"call of example.com/ports.send", "example.com/ports.send", "ports.send"},
	} {
		if got := judge.Called(&interp.Effect{Key: test.key, Name: test.name}, pkg); got != test.want {
			t.Errorf("%s: %s, want %s", test.key, got, test.want)
		}
	}
}
