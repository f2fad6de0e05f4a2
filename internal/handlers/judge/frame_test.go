package judge_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/stubtest"
)

// again type-checks the text of a package, and resolves its handlers.
func again(t *testing.T, name, text string) *resolve.Package {
	t.Helper()
	file := filepath.Join(t.TempDir(), name+".go")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := resolve.Again(stubtest.Load(t).Check(t, "example.com/"+name, file))
	if err != nil || p == nil {
		t.Fatal(p, err)
	}
	return p
}
