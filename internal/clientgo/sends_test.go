package clientgo_test

import (
	"go/types"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// What sends an object to the API server gives it back or takes options; a store of the
// program's own does neither.
func TestSends(t *testing.T) {
	const source = `package sends

type Pod struct{}

func (*Pod) DeepCopyObject() any { return nil }
func (*Pod) GetName() string     { return "" }

type (
	UpdateOptions struct{}
	PatchOption   interface{}
)

type yesClientset interface{ Update(ctx any, pod *Pod, opts UpdateOptions) (*Pod, error) }
type yesOld interface{ Create(pod *Pod) (*Pod, error) }
type yesRuntime interface{ Patch(ctx any, pod *Pod, patch any, opts ...PatchOption) error }
type noStore interface{ Create(pod *Pod) error }
type noContext interface{ UpdateStatus(ctx any, pod *Pod) error }
type noObject interface{ Update(name string) (*Pod, error) }
type noResult interface{ Update(pod *Pod, opts UpdateOptions) }
`
	pkg, _ := checked(t, "example.com/sends", source)
	n := 0
	for _, name := range pkg.Scope().Names() {
		if iface, ok := pkg.Scope().Lookup(name).Type().Underlying().(*types.Interface); ok && iface.NumMethods() == 1 {
			n++
			if _, got := clientgo.Sends(iface.Method(0)); got != strings.HasPrefix(name, "yes") {
				t.Errorf("%s sends: %t", name, got)
			}
		}
	}
	if n != 7 {
		t.Errorf("%d methods", n)
	}
}
