package tombstone_test

import (
	"testing"

	"github.com/informerlint/informerlint/analyzers/tombstone"
	"github.com/informerlint/informerlint/internal/checktest"
)

// Predicates, of the real controller-runtime. The other programs of this check
// need client-go only: TestPrograms, one directory up.
func TestPredicates(t *testing.T) {
	checktest.RunControllerRuntime(t, tombstone.Analyzer, "./tombstone/...")
}
