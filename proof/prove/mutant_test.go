package prove

import (
	"testing"
)

// Each default rule that offers a fix has a mutant of its fix, made from the
// fix's own edits, that its row notices.
func TestMutants(t *testing.T) {
	mutants, err := MutantsOf(t.Context(), Options{Root: testRoot(t), module: loaded(t)}, true)
	if err != nil {
		t.Fatal(err)
	}
	red, all := make(map[string]int), make(map[string]int)
	for _, m := range mutants {
		rule := m.Check + "/" + m.Rule
		all[rule]++
		if m.Red {
			red[rule]++
		}
		t.Logf("%-5v %s: %s", m.Red, m.Scenario, m.What)
	}
	for _, s := range (Options{}).scenarios() {
		rule := s.Check + "/" + s.Rule
		if _, ok := all[rule]; ok || s.NoFix != "" {
			continue
		}
		t.Errorf("%s: the fix has no mutants", rule)
	}
	for rule, n := range all {
		t.Logf("%s: %d of %d mutants red", rule, red[rule], n)
		if red[rule] == 0 {
			t.Errorf("%s: no mutant of the fix turns its row red", rule)
		}
	}
}
