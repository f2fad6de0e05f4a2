package resolve_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/stubtest"
)

// A handler that a function returns by name, where a deferred function runs, is stored
// into itself: its functions are found all the same.
func TestStoredIntoItself(t *testing.T) {
	const src = `package named

import "k8s.io/client-go/tools/cache"

type s struct{ n int }

func (s *s) funcs() (h cache.ResourceEventHandlerFuncs) {
	defer func() { s.n++ }()
	h.AddFunc = func(obj any) { s.n++ }
	return h
}

func (s *s) Watch(i cache.SharedIndexInformer) { i.AddEventHandler(s.funcs()) }
`
	file := filepath.Join(t.TempDir(), "named.go")
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := resolve.Again(stubtest.Load(t).Check(t, "example.com/named", file))
	if err != nil {
		t.Fatal(err)
	}
	if p == nil || len(p.Groups) != 1 || p.Groups[0].Add == nil {
		t.Error("Add's function is not found")
	}
}
