package analyzers_test

import (
	"testing"

	"github.com/informerlint/informerlint/analyzers"
	"github.com/informerlint/informerlint/internal/example"
)

// Each rule that is on by default and was explored has an example with a run.
func TestRulesHaveExamples(t *testing.T) {
	for _, c := range analyzers.Catalogue() {
		for _, r := range c.Rules {
			explored := false
			for _, p := range analyzers.Proofs(c.Name()) {
				explored = explored || p.Rule == r.Name && !p.Right
			}
			e, ok := example.Of(c.Name() + "/" + r.Name)
			if want := r.On() && explored; ok != want {
				t.Errorf("%s/%s has an example: %v, want %v; run go generate ./analyzers", c.Name(), r.Name, ok, want)
			}
			if ok && (e.Run == nil || e.Run.Fails < 1 || e.Run.Fails > len(e.Run.Steps) || len(e.Sources) == 0) {
				t.Errorf("the example of %s/%s is not complete", c.Name(), r.Name)
			}
		}
	}
}
