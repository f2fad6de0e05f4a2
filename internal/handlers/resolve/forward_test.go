package resolve_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/informerlint/informerlint/internal/handlers/judge"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/stubtest"
)

// What a handler hands on to a function that it was given gets its tombstones, unless the
// handler may have told them apart.
func TestForwarded(t *testing.T) {
	stubs := stubtest.Load(t)
	for _, test := range []struct {
		name, remove string
		found        int
	}{
		{"as it came", `do("deleted", o)`, 1},
		{"behind a flag", `if verbose { println(0) }; do("deleted", o)`, 1},
		{"unwrapped, if it is one", `if t, ok := o.(cache.DeletedFinalStateUnknown); ok { o = t.Obj }; do("deleted", o)`, 0},
		{"unwrapped, if it is of another type", `if typ != reflect.TypeOf(o) {
			t, ok := o.(cache.DeletedFinalStateUnknown)
			if !ok { return }
			o = t.Obj
		}
		do("deleted", o)`, 0},
		{"unwrapped, if somebody says so", `if strange(o) { o = o.(cache.DeletedFinalStateUnknown).Obj }; do("deleted", o)`, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			src := `package forward

import (
	"reflect"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

var (
	verbose bool
	strange func(any) bool
	typ     reflect.Type
)

func work(name string)

func watch(inf cache.SharedIndexInformer, do func(event string, obj any)) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(o any) { do("added", o) },
		DeleteFunc: func(o any) { ` + test.remove + ` },
	})
}

func Watch(inf cache.SharedIndexInformer) {
	watch(inf, func(event string, obj any) { work(obj.(*corev1.Pod).Name) })
}
`
			file := filepath.Join(t.TempDir(), "forward.go")
			if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
				t.Fatal(err)
			}
			p, err := resolve.Again(stubs.Check(t, "example.com/forward", file))
			if err != nil {
				t.Fatal(err)
			}
			found := 0
			for _, g := range p.Groups {
				found += len(judge.Tombs(p, g))
			}
			if found != test.found {
				t.Errorf("got %d findings, want %d", found, test.found)
			}
		})
	}
}
