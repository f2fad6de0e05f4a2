package main

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/gopls/internal/settings"

	"github.com/informerlint/informerlint/analyzers"
)

func TestAdd(t *testing.T) {
	before := slices.Clone(settings.AllAnalyzers)
	t.Cleanup(func() { settings.AllAnalyzers = before })
	all := analyzers.All()
	if err := add(all); err != nil {
		t.Fatal(err)
	}
	if got, want := len(settings.AllAnalyzers), len(before)+len(all); got != want {
		t.Fatalf("gopls has %d analyzers, want %d", got, want)
	}
	for i, w := range settings.AllAnalyzers[len(before):] {
		if w.Analyzer() != all[i] || !w.Enabled(settings.DefaultOptions()) {
			t.Errorf("analyzer %d: %v, enabled %v", i, w.Analyzer(), w.Enabled(settings.DefaultOptions()))
		}
	}
	// What gopls does before each run: names, requirements and facts fit together.
	var list []*analysis.Analyzer
	for _, w := range settings.AllAnalyzers {
		list = append(list, w.Analyzer())
	}
	if err := analysis.Validate(list); err != nil {
		t.Error(err)
	}
	names := make(map[string]bool)
	for _, a := range list {
		if names[a.Name] {
			t.Errorf("two analyzers are called %s", a.Name)
		}
		names[a.Name] = true
	}
}

// A gopls of another shape is left as it is.
func TestSetRefusesOtherShapes(t *testing.T) {
	a := new(analysis.Analyzer)
	for want, structure := range map[string]any{
		"has no field analyzer": new(struct{ checker *analysis.Analyzer }),
		"of type":               new(struct{ analyzer *string }),
		"no pointer":            struct{ analyzer *analysis.Analyzer }{},
		"is no pointer":         new(*analysis.Analyzer),
	} {
		if err := set(structure, "analyzer", a); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%T: %v, want an error with %q", structure, err, want)
		}
	}
	var fits struct{ analyzer *analysis.Analyzer }
	if err := set(&fits, "analyzer", a); err != nil || fits.analyzer != a {
		t.Errorf("%v, %p", err, fits.analyzer)
	}
}
