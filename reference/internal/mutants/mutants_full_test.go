//go:build full

package main

import "testing"

// Every mutant is killed by a test, or is equivalent for a reason that is
// written down.
func TestMutants(t *testing.T) {
	reasons, err := equivalent()
	if err != nil {
		t.Fatal(err)
	}
	killers := map[string]int{}
	verdicts := kill(t, func(all []Mutant) (some []Mutant) {
		for _, m := range all {
			if reasons[m.Key()] == "" {
				some = append(some, m)
			}
		}
		return some
	})
	for _, v := range verdicts {
		if v.Killer == "" {
			t.Error(v)
		}
		killers[v.Killer]++
	}
	t.Logf("%d mutants run, %d known to be equivalent; killed by %v", len(verdicts), len(reasons), killers)
}
