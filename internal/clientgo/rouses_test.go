package clientgo_test

import (
	"go/importer"
	"go/types"
	"testing"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// A worker that rouses others, or hands a function on, does something for what is gone.
func TestRouses(t *testing.T) {
	for _, test := range []struct {
		pkg, recv, name string
		rouses          bool
	}{
		{"sync", "Cond", "Broadcast", true}, {"sync", "Cond", "Signal", true}, {"sync", "Once", "Do", true},
		{"sync", "WaitGroup", "Add", true}, {"sync", "WaitGroup", "Done", true}, {"sync", "Pool", "Put", true},
		{"time", "Timer", "Reset", true}, {"time", "Timer", "Stop", true}, {"time", "Ticker", "Reset", true}, {"time", "Ticker", "Stop", true},
		{"time", "", "AfterFunc", true}, {"maps", "", "DeleteFunc", true}, {"slices", "", "SortFunc", true},
		{"sync", "Mutex", "Lock", false}, {"sync", "RWMutex", "RUnlock", false}, {"sync", "Pool", "Get", false},
		{"time", "", "Now", false}, {"time", "Time", "After", false}, {"strings", "", "Split", false}, {"maps", "", "Keys", false},
	} {
		pkg, err := importer.Default().Import(test.pkg)
		if err != nil {
			t.Fatal(err)
		}
		obj := pkg.Scope().Lookup(test.name)
		if test.recv != "" {
			obj, _, _ = types.LookupFieldOrMethod(types.NewPointer(pkg.Scope().Lookup(test.recv).Type()), true, pkg, test.name)
		}
		if got := clientgo.Rouses(obj.(*types.Func)); got != test.rouses {
			t.Errorf("%s %s.%s: %t", test.pkg, test.recv, test.name, got)
		}
	}
}
