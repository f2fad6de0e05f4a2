package explore

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	_ "github.com/informerlint/informerlint/reference/sched/local"
)

// However many searches work together, they see the same classes and outcomes,
// and show the same failures by the same schedules, which can be repeated.
func TestWorkersAgree(t *testing.T) {
	shared := 0
	for seed := uint64(1); seed <= 60; seed++ {
		prog := program(generate(seed))
		alone := Run(Options{MaxRuns: 3000}, prog)
		if !alone.Complete {
			continue
		}
		first := ""
		for _, n := range []int{1, 2, 3} {
			res := Run(Options{Workers: n}, prog)
			if !res.SameClasses(alone) || !maps.Equal(res.Outcomes, alone.Outcomes) || res.Violating != alone.Violating {
				t.Fatalf("seed %d, %d workers: %v, alone %v", seed, n, res, alone)
			}
			text := ""
			for _, v := range res.Violations {
				text += fmt.Sprintf("%s %s %v\n", v.Kind, v.Msg, v.Schedule)
				if tr, err := Replay(v.Schedule, prog); err != nil || len(tr.Failures) == 0 {
					t.Errorf("seed %d: the schedule of %v does not fail: %v", seed, v, err)
				}
			}
			if first == "" {
				first = text
			}
			if text != first {
				t.Errorf("seed %d, %d workers:\n%sand one:\n%s", seed, n, text, first)
			}
		}
		if first != "" {
			shared++
		}
	}
	if shared < 10 {
		t.Errorf("only %d programs fail", shared)
	}
}

// Whenever a search gives a part of itself away, no class is lost: one worker takes
// all parts, so that each seed is a search of its own that can be repeated. In the
// first program two threads give new objects their identity, which keeps neither from
// sleeping in the order of events and both in what is asleep; in the next two, a search
// asks a state that others look at for what only trying everything is sure to do.
func TestPartsAreWhole(t *testing.T) {
	known := []uint64{671, 772, 1140}
	seeds := slices.Clone(known)
	for seed := uint64(1); seed <= 150; seed++ {
		seeds = append(seeds, seed)
	}
	parts := 0
	for _, seed := range seeds {
		prog := program(generate(seed))
		alone := Run(Options{MaxRuns: 400}, prog)
		if !alone.Complete {
			continue
		}
		times := uint64(3)
		if slices.Contains(known, seed) {
			times = 40
		}
		for k := range times {
			rng := rand.New(rand.NewPCG(seed, k))
			often := 0.05 + 0.9*rng.Float64()
			hungry := func() bool {
				if rng.Float64() >= often {
					return false
				}
				parts++
				return true
			}
			if res := Run(Options{Workers: 1, hungry: hungry}, prog); !res.Complete || !res.SameClasses(alone) {
				t.Fatalf("seed %d, parts %d: %v, whole %v", seed, k, res, alone)
			}
		}
	}
	if parts < 1000 {
		t.Errorf("only %d times a part was wanted", parts)
	}
}
