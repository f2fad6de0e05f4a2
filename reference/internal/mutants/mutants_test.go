package main

import (
	"runtime"
	"slices"
	"strings"
	"testing"
)

const root = "../../.."

// Mutants that got past all tests once, by name.
var survivors = []string{
	"cache.(FilteringResourceEventHandler).OnUpdate | operand | oldObj => newObj | 3", // of OnDelete
	"cache.ProfileFor | constant | minor >= 24 => false | 2",                          // SyncByVersion
	"cache.ProfileFor | constant | minor < 34 => false | 1",                           // DrainsQueue
	"cache.(*queue).pop | dropped | seen[key] = true => nothing | 1",                  // duplicates in a batch
}

// kill makes and runs the mutants that are chosen, and returns what became of
// them.
func kill(t *testing.T, tests []string, choose func([]Mutant) []Mutant) []Verdict {
	t.Helper()
	g, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	r, err := newRunner(t.Context(), root, t.TempDir(), g, tests, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.quick = 1_400_000
	verdicts, err := r.killAll(t.Context(), choose(g.mutants), runtime.GOMAXPROCS(0), nil)
	if err != nil {
		t.Fatal(err)
	}
	return verdicts
}

// The mutants of one function, and those that were found by hand, are killed by
// the tests of the package itself.
func TestSample(t *testing.T) {
	reasons, err := equivalent()
	if err != nil {
		t.Fatal(err)
	}
	verdicts := kill(t, []string{"reference/cache"}, func(all []Mutant) (some []Mutant) {
		for _, m := range all {
			if slices.Contains(survivors, m.Key()) || m.Func == "cache.ProfileFor" && reasons[m.Key()] == "" && !open()[m.Key()] {
				some = append(some, m)
			}
		}
		return some
	})
	named := 0
	for _, v := range verdicts {
		t.Log(v)
		if v.Killer == "" {
			t.Error(v)
		}
		if slices.Contains(survivors, v.Key()) {
			named++
		}
	}
	if named != len(survivors) || len(verdicts) < 15 {
		t.Errorf("%d mutants, %d of the %d named ones", len(verdicts), named, len(survivors))
	}
}

// The lists have only mutants that there are, each in one of them.
func TestLists(t *testing.T) {
	reasons, err := equivalent()
	if err != nil {
		t.Fatal(err)
	}
	g, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, m := range g.mutants {
		known[m.Key()] = true
		if open()[m.Key()] && reasons[m.Key()] != "" {
			t.Errorf("both equivalent and open: %s", m.Key())
		}
	}
	for key := range open() {
		if !known[key] {
			t.Errorf("open.txt: there is no such mutant: %s", key)
		}
	}
	for key := range reasons {
		if !known[key] {
			t.Errorf("equivalent.txt: there is no such mutant: %s", key)
		}
	}
}

// Each rule, and what is written for it.
func TestRules(t *testing.T) {
	g, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	rules := map[string]int{}
	for _, m := range g.mutants {
		rules[m.Rule]++
	}
	for _, rule := range []string{"dropped", "opposite", "operator", "operand", "constant"} {
		if rules[rule] < 20 {
			t.Errorf("%d mutants by %q", rules[rule], rule)
		}
	}
	for _, s := range g.sources {
		text := string(s.rendered())
		for _, w := range s.wraps {
			if !strings.Contains(text, w.before) || !strings.Contains(text, w.behind) {
				t.Errorf("%s: %q is not in the result", s.path, w.before)
			}
		}
	}
}

// The failing test is named as exactly as its output says.
func TestFailed(t *testing.T) {
	for out, want := range map[string]string{
		"=== RUN   TestA\n--- FAIL: TestA (0.00s)\n":                                                     "TestA",
		"=== RUN   TestA\n=== RUN   TestA/x\n--- FAIL: TestA (0.00s)\n    --- FAIL: TestA/x (0.00s)\n":   "TestA/x",
		"=== RUN   TestA\n--- PASS: TestA (0.00s)\n=== RUN   TestB\nmutant: it does not end\n":           "TestB",
		"--- FAIL: TestA (0.00s)\n    --- FAIL: TestA/x (0.00s)\n--- FAIL: TestB (0.00s)\npanic: boom\n": "TestA/x",
	} {
		if got := failed(out); got != want {
			t.Errorf("%q: %s, want %s", out, got, want)
		}
	}
}
