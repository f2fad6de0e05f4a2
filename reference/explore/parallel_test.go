package explore

import (
	"fmt"
	"maps"
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
