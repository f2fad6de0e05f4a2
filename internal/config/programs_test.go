package config_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/informerlint/informerlint/analyzers"
	"github.com/informerlint/informerlint/internal/checktest"
)

// The config file of testdata/config holds for all checks, in the driver of
// go/analysis.
func TestPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("loads client-go")
	}
	for _, a := range analyzers.All() {
		want := map[string][]string{
			"goroutinestart": {"./config/runs", "./config/rules/..."},
			"startorder":     {"./config/starts", "./config/rules/excluded"},
			"tombstone":      {"./config/opens", "./config/wraps"},
		}[a.Name]
		if want != nil {
			analysistest.Run(t, checktest.Dir(t), a, want...)
		}
	}
}
