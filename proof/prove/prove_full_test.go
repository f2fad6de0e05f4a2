//go:build full

package prove

import (
	"slices"
	"testing"

	"github.com/informerlint/informerlint/analyzers"
	"github.com/informerlint/informerlint/internal/check/kind"
	"github.com/informerlint/informerlint/proof/scenario"
)

// Every row is green under all profiles, and the documentation has its numbers.
func TestRowsFull(t *testing.T) { compare(t, scenario.Minors, nil) }

// The documentation has all scenarios, and of each the world that it has now.
func TestDocumented(t *testing.T) {
	all := scenario.All()
	known := slices.DeleteFunc(analyzers.Proofs(""), func(p analyzers.Proof) bool { return kind.Of(p.Check) == kind.Object }) // TestExtracted
	if len(all) != len(known) {
		t.Errorf("there are %d scenarios, and the documentation has %d; run go run ./proof/cmd/prove -update and go generate ./analyzers", len(all), len(known))
	}
	for _, s := range all {
		i := slices.IndexFunc(known, func(p analyzers.Proof) bool { return p.Scenario == s.Name() })
		switch {
		case i < 0:
			t.Errorf("%s: the documentation knows nothing of it", s.Name())
		case known[i].Bound != s.Bound():
			t.Errorf("%s: the documentation has the world %q, the scenario %q", s.Name(), known[i].Bound, s.Bound())
		}
	}
}

// The median row has a hundred classes or more, in the program that is explored
// in more.
func TestSizes(t *testing.T) {
	var all []int
	for _, p := range analyzers.Proofs("") {
		r := p.Runs[len(p.Runs)-1]
		all = append(all, max(r.Before, r.After))
	}
	slices.Sort(all)
	t.Logf("%d rows, from %d to %d classes, the median %d", len(all), all[0], all[len(all)-1], all[len(all)/2])
	if all[len(all)/2] < 100 {
		t.Errorf("the median row has %d classes", all[len(all)/2])
	}
}

// Each fix has a mutant, made from its own edits, that its row notices, and so
// has each default rule that offers one. Those that survive are in the log.
func TestMutants(t *testing.T) {
	mutants, err := MutantsOf(t.Context(), Options{Root: testRoot(t), sources: loaded(t)})
	if err != nil {
		t.Fatal(err)
	}
	red, all := make(map[string]int), make(map[string]int)
	rules, redRules := make(map[string]int), make(map[string]int)
	for _, m := range mutants {
		rule := m.Check + "/" + m.Rule
		all[m.Scenario]++
		rules[rule]++
		if m.Red {
			red[m.Scenario]++
			redRules[rule]++
		} else {
			t.Logf("survives: %s: %s", m.Scenario, m.What)
		}
	}
	for _, s := range scenario.All() {
		rule := s.Check + "/" + s.Rule
		switch {
		case s.Right, s.NoFix != "":
			continue
		case rules[rule] == 0 && !slices.Contains(renames, rule):
			t.Errorf("%s: the fix has no mutants", rule)
		case all[s.Name()] == 0:
			// One edit without operands, and nothing to move it behind: the only
			// mutant is the program itself, which its row has as "before".
			t.Logf("%s: the fix has no mutants", s.Dir)
		case red[s.Name()] == 0 && !slices.Contains(harmless, s.Name()):
			t.Errorf("%s: no mutant of the fix turns the row red", s.Dir)
		}
	}
	for rule, n := range rules {
		t.Logf("%s: %d of %d mutants red", rule, redRules[rule], n)
		if redRules[rule] == 0 {
			t.Errorf("%s: no mutant of the fix turns its row red", rule)
		}
	}
}

// renames are rules whose fixes call another function, and do nothing else: without that
// they are the program itself.
var renames = []string{"tombstone/mishandled"}

// harmless are programs whose fixes' mutants are right: controller's stands behind a
// statement that does nothing, and appended's and mistaken's have the two names in the
// other order.
var harmless = []string{"startorder/controller", "syncwait/mistaken", "syncwait/wrapped/appended"}
