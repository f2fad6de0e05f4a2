package uidcheck_test

import (
	"testing"

	"github.com/informerlint/informerlint/analyzers/uidcheck"
	"github.com/informerlint/informerlint/internal/checktest"
)

func Test(t *testing.T) {
	checktest.Run(t, uidcheck.Analyzer, "./uidcheck/both", "./uidcheck/changed", "./uidcheck/deep", "./uidcheck/early", "./uidcheck/generation",
		"./uidcheck/index", "./uidcheck/indexed", "./uidcheck/inherited", "./uidcheck/typed", "./uidcheck/wrapped/...", "./uidcheck/ok/...")
}

// The opt-in rules report nothing by default, and what they should with their
// flags. They keep the silences of the others.
func TestOptional(t *testing.T) {
	for _, rule := range []string{"delete-work-skipped", "equality-dropped", "no-update"} {
		if err := uidcheck.Analyzer.Flags.Set(rule, "true"); err != nil {
			t.Fatal(err)
		}
		defer uidcheck.Analyzer.Flags.Set(rule, "false")
	}
	checktest.Run(t, uidcheck.Analyzer, "./uidcheck/optional", "./uidcheck/wrapped/...", "./uidcheck/ok/...")
}
