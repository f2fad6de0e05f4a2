package judge_test

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/stubtest"
)

// stubs are loaded once for all tests.
var stubs struct {
	sync.Once
	*stubtest.Stubs
}

// again type-checks the text of a package, and resolves its handlers.
func again(t *testing.T, name, text string) *resolve.Package {
	t.Helper()
	stubs.Do(func() { stubs.Stubs = stubtest.Load(t) })
	file := filepath.Join(t.TempDir(), name+".go")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := resolve.Again(stubs.Check(t, "example.com/"+name, file))
	if err != nil {
		t.Fatal(err)
	}
	return p
}
