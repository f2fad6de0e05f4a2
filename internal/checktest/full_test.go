//go:build full

package checktest_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/checker"

	"github.com/informerlint/informerlint/internal/checktest"
)

// As TestAllChecks, with facts that are written and read again for each package
// that imports the one they are about, as under go vet.
func TestAllChecksEncoded(t *testing.T) {
	dir := checktest.Dir(t)
	roots := checktest.Programs(t, dir, "./...")
	compare(t, ofOrdering(findingsWith(t, &checker.Options{SanityCheck: true}, dir, roots)), wanted(t, dir, roots))
}
