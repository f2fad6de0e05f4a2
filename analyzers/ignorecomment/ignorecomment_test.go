package ignorecomment_test

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/analyzers"
	"github.com/informerlint/informerlint/analyzers/ignorecomment"
)

// A check whose results it does not see would make its comments look unused.
func TestItKnowsAllChecks(t *testing.T) {
	for _, a := range analyzers.All() {
		if a != ignorecomment.Analyzer && !slices.Contains(ignorecomment.Analyzer.Requires, a) {
			t.Errorf("ignorecomment does not require %s", a.Name)
		}
	}
	if err := analysis.Validate([]*analysis.Analyzer{ignorecomment.Analyzer}); err != nil {
		t.Error(err)
	}
}
