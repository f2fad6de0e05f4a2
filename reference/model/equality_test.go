package model

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/sched"
	. "github.com/informerlint/informerlint/reference/script"
)

// naive is the number of schedules up to which a script is also searched without
// reduction. With 30000, 265 of 285 scripts were; with 1000000, 273, in 14
// minutes of processor time; the other 12 have more schedules than that.
var naive = flag.Int("naive", 500, "search scripts with up to this many schedules without reduction, too")

var versions = flag.Bool("versions", false, "search the suite under old profiles, too, not only under the newest")

// profiles are the minor versions to search the suite under: the newest, and
// old ones if they are asked for.
func profiles(old ...int) []int {
	if *versions {
		return append(old, 37)
	}
	return []int{37}
}

// The three searches see the same classes on every script of the conformance
// suite. Those with too many schedules are compared without the naive one.
func TestReductionsAgreeOnScripts(t *testing.T) {
	t.Parallel()
	every, scripts := 0, 0
	for _, minor := range profiles(20, 34) {
		for _, sc := range append(Suite(), recreations()...) {
			if sc.Since > minor {
				continue
			}
			scripts++
			prog := Program(sc, cache.ProfileFor(minor))
			dpor := explore.Run(explore.Options{}, prog)
			sleep := explore.Run(explore.Options{Reduction: explore.Sleep}, prog)
			if !dpor.SameClasses(sleep) {
				t.Errorf("0.%d %s: source-dpor %v, sleep %v", minor, sc.Name, dpor, sleep)
			}
			if !maps.Equal(dpor.Outcomes, sleep.Outcomes) {
				t.Errorf("0.%d %s: outcomes differ", minor, sc.Name)
			}
			if all, none := reached(explore.Options{Reduction: explore.None, MaxRuns: *naive}, prog); none.Complete {
				every++
				if !dpor.SameClasses(none) || len(all) != len(dpor.Outcomes) {
					t.Errorf("0.%d %s: source-dpor %v, none %v", minor, sc.Name, dpor, none)
				}
			}
		}
	}
	t.Logf("%d scripts, %d of them with every schedule", scripts, every)
	if every < 50 {
		t.Errorf("only %d scripts are small enough", every)
	}
}

// reached are the outcomes of all executions that a search tries. Its result has one of each
// class, which goes by what is declared: what is not makes the classes too large.
func reached(o explore.Options, prog func()) (map[string]bool, *explore.Result) {
	all := map[string]bool{}
	res := explore.Run(o, func() {
		prog()
		sched.Finally(func() { all[sched.Current().OutcomeOf()] = true })
	})
	return all, res
}

// The same on random scripts, whose number of classes is not known to anybody.
func TestReductionsAgreeOnRandomScripts(t *testing.T) {
	compared, classes := 0, 0
	for seed := uint64(*first); seed < uint64(*first+*number); seed++ {
		minor := minors[seed%uint64(len(minors))]
		sc := random(seed, minor)
		p := cache.ProfileFor(minor)
		p.Fine = seed%7 == 0
		prog := Program(sc, p)
		dpor := explore.Run(explore.Options{MaxRuns: 1000}, prog)
		if !dpor.Complete {
			continue
		}
		sleep := explore.Run(explore.Options{Reduction: explore.Sleep, MaxRuns: 10000}, prog)
		if !sleep.Complete {
			continue
		}
		compared++
		classes += dpor.Traces
		if !dpor.SameClasses(sleep) {
			t.Errorf("seed %d, 0.%d %v: source-dpor %v, sleep %v", seed, minor, sc, dpor, sleep)
		}
	}
	t.Logf("%d scripts, %d classes", compared, classes)
	if compared < *number/2 {
		t.Errorf("only %d scripts are small enough", compared)
	}
}

var (
	first  = flag.Int("first", 0, "first seed of random scripts")
	number = flag.Int("number", 12, "number of random scripts")
)

// recreations are races around a recreation.
func recreations() []Script {
	return []Script{
		{Name: "recreate while dropped", Objs: []string{"a"}, Steps: begun(Drop(Pod), Delete("a"), Compact(), Create("a"))},
		{Name: "short after compaction", Objs: []string{"a"}, Steps: begun(Drop(Pod), Create("b"), Modify("a"), Compact(), Short(Pod))},
		{Name: "recreate at once", Objs: []string{"a"}, Steps: steps(Handler(Pod, "h", Default), Start(s), Delete("a"), Create("a"), Drop(Pod))},
	}
}

var both = flag.Bool("both", false, "compare fine steps with the careful handlers, too")

// In the small: the scripts of which fine steps have few schedules allow the same. It is
// cheap enough for each of the mistakes of internal/mutants.
func TestFineStepsInTheSmall(t *testing.T) {
	tried, p := 0, cache.ProfileFor(37)
	for _, sc := range Suite() {
		p.Fine = true
		fine, b := Allowed(sc, p, explore.Options{MaxRuns: 3})
		if !b.Complete {
			continue
		}
		p.Fine = false
		coarse, a := Allowed(sc, p, explore.Options{})
		if tried++; !a.Complete || !slices.Equal(slices.Sorted(maps.Keys(coarse)), slices.Sorted(maps.Keys(fine))) {
			t.Errorf("%s: coarse (%v)\n%sfine (%v)\n%s", sc.Name, a, Text(coarse), b, Text(fine))
		}
	}
	if t.Logf("%d scripts", tried); tried < 40 {
		t.Error("too few")
	}
}

// Splitting the steps of the reflector allows nothing else.
func TestFineStepsAllowTheSame(t *testing.T) {
	t.Parallel()
	for _, minor := range profiles(26, 34) {
		for _, sc := range append(Suite(), recreations()...) {
			if sc.Since > minor {
				continue
			}
			p := cache.ProfileFor(minor)
			coarse, a := Allowed(sc, p, explore.Options{})
			p.Fine = true
			fine, b := Allowed(sc, p, explore.Options{})
			if !a.Complete || !b.Complete || !slices.Equal(slices.Sorted(maps.Keys(coarse)), slices.Sorted(maps.Keys(fine))) {
				t.Errorf("0.%d %s: coarse (%v)\n%sfine (%v)\n%s", minor, sc.Name, a, Text(coarse), b, Text(fine))
			}
		}
	}
	for _, careful := range []bool{false, true} {
		if careful && !*both {
			continue // the same schedules with other handlers
		}
		c := recreation{minor: 37, careful: careful, drops: 1, compactions: 1}
		coarse := explore.Run(explore.Options{}, c.program())
		c.fine = true
		fine := explore.Run(explore.Options{}, c.program())
		t.Logf("coarse %v; fine %v", coarse, fine)
		if !fine.Complete || !slices.Equal(slices.Sorted(maps.Keys(coarse.Outcomes)), slices.Sorted(maps.Keys(fine.Outcomes))) {
			t.Errorf("careful %v: %v, %v", careful, coarse.Outcomes, fine.Outcomes)
		}
	}
}

// The laws hold in every execution of random scripts: for each handler and key,
// add only what is absent, update and delete only what is present, and the old
// object of an update is what that handler saw last; at rest, each handler
// knows what the store has.
func TestLaws(t *testing.T) {
	t.Parallel()
	executions := 0
	for seed := range uint64(40) {
		minor := minors[seed%uint64(len(minors))]
		sc := random(seed, minor)
		set, res := Allowed(sc, cache.ProfileFor(minor), explore.Options{MaxRuns: 400})
		executions += res.Runs
		if res.Violating > 0 {
			t.Errorf("0.%d %v: %+v", minor, sc, res.Violations)
		}
		for text := range set {
			if err := lawful(text); err != nil {
				t.Errorf("0.%d %v: %v\n%s", minor, sc, err, text)
			}
		}
	}
	t.Logf("%d executions", executions)
}

// The laws can be broken: mistakes of the runtime break them.
func TestLawsNotice(t *testing.T) {
	for _, m := range []struct {
		mistake cache.Mistake
		script  Script
	}{
		{cache.NoTombstones, Script{Objs: []string{"a"}, Steps: begun(missed(Delete("a")), Probe(Pod))}},
		{cache.LateHandlerMissesStore, Script{Objs: []string{"a"}, Steps: begun(Handler(Pod, "i", Default), Settle(), Modify("a"), Settle(), Probe(Pod))}},
	} {
		p := cache.ProfileFor(37)
		set, _ := Allowed(m.script, p, explore.Options{})
		p.Mistake = m.mistake
		wrong, _ := Allowed(m.script, p, explore.Options{})
		for text := range set {
			if err := lawful(text); err != nil {
				t.Errorf("sound: %v", err)
			}
		}
		noticed := false
		for text := range wrong {
			noticed = noticed || lawful(text) != nil
		}
		if !noticed {
			t.Errorf("mistake %d is lawful: %s", m.mistake, Text(wrong))
		}
	}
}

// random makes a script that ends with a probe at rest.
func random(seed uint64, minor int) Script {
	rng := rand.New(rand.NewPCG(seed, 1))
	sc := Script{Name: fmt.Sprint("random ", seed), Steps: []Step{Handler(Pod, "h", Default), Start(s)}}
	objs := NewObjects()
	if rng.IntN(2) == 0 {
		sc.Objs = []string{"a"}
		objs.Create(Pod, "a")
	}
	late := false
	for range 7 {
		key := string(rune('a' + rng.IntN(2)))
		_, exists := objs.Get(Pod, key)
		var step Step
		switch n := rng.IntN(10); {
		case n < 4 && !exists:
			step = Create(key)
		case n < 2:
			step = Modify(key)
		case n < 4:
			step = Delete(key)
		case n == 4:
			step = Drop(Pod)
		case n == 5:
			step = Compact()
		case n == 6:
			step = Short(Pod)
		case n == 7 && !late:
			step = Handler(Pod, "i", Default)
			late = true
		default:
			step = Settle()
		}
		if step.Key != "" {
			objs.Do(step)
		}
		sc.Steps = append(sc.Steps, step)
	}
	sc.Steps = append(sc.Steps, Settle(), Probe(Pod))
	return sc
}

// lawful checks the laws on the text of a trace.
func lawful(text string) error {
	var store string
	views := map[string]string{}
	for _, line := range strings.Split(text, "\n") {
		name, life, _ := strings.Cut(line, ":")
		if name == Env {
			_, store, _ = strings.Cut(life, "store=")
			store, _, _ = strings.Cut(store, " ")
			continue
		}
		has := map[string]State{}
		for _, e := range parse(life) {
			old, present := has[e.Obj.Key]
			switch e.Verb {
			case Add:
				if present {
					return fmt.Errorf("%s: %v although present", name, e)
				}
				has[e.Obj.Key] = e.Obj
			case Update:
				if old != e.Old {
					return fmt.Errorf("%s: %v, but it knows %v", name, e, old)
				}
				has[e.Obj.Key] = e.Obj
			case Deleted, Tomb:
				if !present {
					return fmt.Errorf("%s: %v although absent", name, e)
				}
				delete(has, e.Obj.Key)
			}
		}
		var view []string
		for _, st := range has {
			view = append(view, st.String())
		}
		slices.Sort(view)
		views[name] = strings.Join(view, ",")
	}
	for name, view := range views {
		if view != store {
			return fmt.Errorf("%s knows %q, the store has %q", name, view, store)
		}
	}
	return nil
}
