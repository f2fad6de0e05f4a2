package config_test

import (
	"testing"

	"github.com/informerlint/informerlint/analyzers"
	"github.com/informerlint/informerlint/internal/checktest"
)

// The config file of testdata/config holds for all checks.
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
			checktest.Wants(t, a, want...)
		}
	}
}
