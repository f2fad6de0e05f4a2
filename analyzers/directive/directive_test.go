package directive_test

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/analyzers"
	"github.com/informerlint/informerlint/analyzers/directive"
	"github.com/informerlint/informerlint/internal/checktest"
)

func Test(t *testing.T) {
	checktest.Run(t, directive.Analyzer, "./directive/slips", "./directive/ok")
}

func TestUnused(t *testing.T) {
	const name = "unused"
	if err := directive.Analyzer.Flags.Set(name, "true"); err != nil {
		t.Fatal(err)
	}
	defer directive.Analyzer.Flags.Set(name, "false")
	checktest.Run(t, directive.Analyzer, "./directive/unused", "./directive/ok")
}

// A check whose results it does not see would make its comments look unused.
func TestItKnowsAllChecks(t *testing.T) {
	for _, a := range analyzers.All() {
		if a != directive.Analyzer && !slices.Contains(directive.Analyzer.Requires, a) {
			t.Errorf("directive does not require %s", a.Name)
		}
	}
	if err := analysis.Validate([]*analysis.Analyzer{directive.Analyzer}); err != nil {
		t.Error(err)
	}
}
