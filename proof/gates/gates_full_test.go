//go:build full

package gates

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/analyzers"
)

// Both versions are built once for all tests of this file.
var buildDir string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		var err error
		if buildDir, err = os.MkdirTemp("", "informerlint-gates-"); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 2
		}
		defer os.RemoveAll(buildDir)
		return m.Run()
	}())
}

func options(version string) Options {
	o := Options{Version: version, Dir: "../..", Build: buildDir, Delays: -1}
	if testing.Verbose() {
		o.Log = os.Stderr // else what fails would be hidden among thousands of lines
	}
	return o
}

// kubernetes/kubernetes#136509 is in v0.26.15, where 1,000 runs of any depth up
// to 3 find it, and not in v0.37.2.
func TestKnownBug(t *testing.T) {
	for depth := 1; depth <= 3; depth++ {
		o := options(V026)
		o.PCT = &PCT{Runs: 1000, Depth: depth, Seed: 1}
		k, err := KnownBug(t.Context(), o, "136509")
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s, %s: found %t in run %d", k.Version, k.Bound, k.Found, k.Runs)
		if !k.Found {
			t.Errorf("%s is not found in %s with %s", k.Issue, k.Version, k.Bound)
			continue
		}
		// It is that deadlock and no other: a reader and a writer of the lock
		// of the listeners wait for each other.
		for _, want := range []string{"RLock p.listenersLock", "Lock p.listenersLock (announced)", "p.addCh <-"} {
			if !strings.Contains(k.Text, want) {
				t.Errorf("the schedule %s does not end at %q:\n%s", k.Schedule, want, k.Text)
			}
		}
	}
	for depth := 1; depth <= 3; depth++ {
		o := options(V037)
		o.PCT = &PCT{Runs: 20000, Depth: depth, Seed: 1}
		k, err := KnownBug(t.Context(), o, "136509")
		if err != nil {
			t.Fatal(err)
		}
		if k.Found || k.Runs != o.PCT.Runs {
			t.Errorf("%s in %s with %s: found %t in run %d\n%s", k.Issue, k.Version, k.Bound, k.Found, k.Runs, k.Text)
		}
		// The bug needs a resync before the listeners have started, so a search
		// in which time never passes early would be none.
		t.Logf("%s, %s: not found; in %d of %d runs time passed early", k.Version, k.Bound, k.Early, k.Runs)
		if k.Early < k.Runs/10 {
			t.Errorf("in %d of %d runs time passed early", k.Early, k.Runs)
		}
	}
}

// The bug needs a waiting writer that keeps new readers out. Gates that did not
// do that would hide it.
func TestKnownBugWithoutPreference(t *testing.T) {
	root, err := options(V026).root()
	if err != nil {
		t.Fatal(err)
	}
	mutated := false
	b := &build{root: root, dir: t.TempDir(), version: V026, known: true, logf: t.Logf, mutate: func(name string, src []byte) []byte {
		out := bytes.Replace(src, []byte("\tw.writers[mu]++\n"), nil, 1)
		out = bytes.Replace(out, []byte("\tw.writers[mu]--\n"), nil, 1)
		mutated = mutated || len(out) < len(src)
		return out
	}}
	if err := b.make(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !mutated {
		t.Fatal("package gate has no preference to take away")
	}
	for depth := 1; depth <= 3; depth++ {
		r, err := b.ask(t.Context(), request{Program: "known/136509", Strategy: "pct", Runs: 1000, Depth: depth, Seed: 1})
		if err != nil || r.Err != "" || r.Schedules != 1000 {
			t.Fatal(r, err)
		}
		if r.Violations > 0 {
			t.Errorf("depth %d: %s", depth, r.What)
		}
	}
}

// Each bad program goes wrong in some schedule, and its mend in none; and where the
// documentation has numbers about that, they are what is seen.
func TestPrograms(t *testing.T) {
	for _, version := range Versions() {
		o := options(version)
		o.Delays = 1
		o.PCT = &PCT{Runs: 300, Depth: 3, Seed: 1}
		rows, err := Run(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		shown := make(map[string]int)
		for _, r := range rows {
			if testing.Verbose() {
				t.Log(r)
			}
			switch {
			case r.Skipped:
			case !r.OK():
				t.Errorf("%s: %s (schedule %s)", r, r.What, r.First)
			case !r.Right:
				shown[r.Check]++
			}
			documented(t, r)
		}
		for _, check := range checks {
			if shown[check] == 0 && version == V037 {
				t.Errorf("no program of %s is run", check)
			}
		}
	}
}

// documented compares a row with the documentation's numbers.
func documented(t *testing.T, r Row) {
	t.Helper()
	if r.Skipped || r.Strategy != "delays" {
		return
	}
	i := slices.IndexFunc(analyzers.Proofs(""), func(p analyzers.Proof) bool { return p.Scenario == r.Scenario })
	if i < 0 {
		return
	}
	known := analyzers.Proofs("")[i].Gated
	if len(known) == 0 {
		t.Logf("%s on %s: the documentation has no numbers; prove -update writes them", r.Scenario, r.Version)
		return
	}
	want := analyzers.ProofGates{
		Version: r.Version, Strategy: r.Strategy, Bound: r.Bound,
		Before: r.SchedulesBefore, Violate: r.ViolationsBefore, After: r.SchedulesAfter, Remain: r.ViolationsAfter,
	}
	if !slices.Contains(known, want) {
		t.Errorf("%s: the documentation does not have %+v", r.Scenario, want)
	}
}

// A schedule is the same execution each time, and its violation is found again.
func TestReplay(t *testing.T) {
	o := options(V037)
	o.PCT = &PCT{Runs: 20, Depth: 3, Seed: 2}
	rows, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	b, done, err := o.open(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	replayed := 0
	for _, r := range rows {
		if r.ViolationsBefore == 0 || r.ViolationsAfter > 0 {
			continue
		}
		text, err := b.replay(t.Context(), badTree+"/"+r.Scenario, r.First, 100)
		if err != nil {
			t.Errorf("%s, schedule %s: %v\nfirst:\n%s", r.Scenario, r.First, err, text)
			continue
		}
		if !strings.HasSuffix(text, "violation: "+r.What+"\n") {
			t.Errorf("%s, schedule %s: the violation is not %q:\n%s", r.Scenario, r.First, r.What, text)
		}
		replayed++
	}
	if replayed < 20 {
		t.Errorf("only %d schedules were replayed", replayed)
	}
}
