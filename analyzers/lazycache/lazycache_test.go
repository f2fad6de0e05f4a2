package lazycache_test

import (
	"path/filepath"
	"testing"

	"github.com/informerlint/informerlint/analyzers/lazycache"
	"github.com/informerlint/informerlint/internal/checktest"
)

func in(t *testing.T, module string) {
	t.Helper()
	if testing.Short() {
		t.Skip("loads controller-runtime")
	}
	dir := filepath.Join(checktest.Dir(t), module)
	if err := checktest.Download(dir); err != nil {
		t.Fatal(err)
	}
	checktest.RunIn(t, dir, lazycache.Analyzer, "./lazycache/...")
}

func Test(t *testing.T) { in(t, "controllerruntime") }
