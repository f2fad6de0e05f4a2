//go:build full

package main

import "testing"

// Every mutant is killed by a test, or is equivalent for a reason that is
// written down, or is one of the open ones, of which there may only be fewer.
func TestMutants(t *testing.T) {
	reasons, err := equivalent()
	if err != nil {
		t.Fatal(err)
	}
	killers := map[string]int{}
	verdicts := kill(t, tests, func(all []Mutant) (some []Mutant) {
		for _, m := range all {
			if reasons[m.Key()] == "" && !open()[m.Key()] {
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
	t.Logf("%d mutants run, %d known to be equivalent, %d open; killed by %v", len(verdicts), len(reasons), len(open()), killers)
}
