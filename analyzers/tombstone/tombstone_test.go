package tombstone_test

import (
	"path/filepath"
	"testing"

	"github.com/informerlint/informerlint/analyzers/tombstone"
	"github.com/informerlint/informerlint/internal/checktest"
)

// Predicates, of the real controller-runtime. The other programs of this check
// need client-go only: TestPrograms, one directory up.
func TestPredicates(t *testing.T) {
	if testing.Short() {
		t.Skip("loads controller-runtime")
	}
	dir := filepath.Join(checktest.Dir(t), "controllerruntime")
	if err := checktest.Download(dir); err != nil {
		t.Fatal(err)
	}
	checktest.RunIn(t, dir, tombstone.Analyzer, "./tombstone/...")
}
