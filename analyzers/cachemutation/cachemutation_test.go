package cachemutation_test

import (
	"testing"

	"github.com/informerlint/informerlint/analyzers/cachemutation"
	"github.com/informerlint/informerlint/internal/checktest"
)

// Events of the real controller-runtime. The other programs of this check need client-go
// only: TestPrograms, one directory up.
func TestEvents(t *testing.T) {
	checktest.RunControllerRuntime(t, cachemutation.Analyzer, "./cachemutation/...")
}
