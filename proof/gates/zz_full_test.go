//go:build full

package gates

import "testing"

func TestZZ(t *testing.T) {
	for _, s := range []string{"syncwait/nowait", "syncwait/once", "syncwait/wrapped/crew"} {
		o := options(V037)
		o.Scenario = s
		o.Delays = 1
		o.PCT = &PCT{Runs: 300, Depth: 3, Seed: 1}
		rows, err := Run(t.Context(), o)
		if err != nil {
			t.Error(s, err)
			continue
		}
		for _, r := range rows {
			t.Log(r)
			if !r.Skipped && !r.OK() {
				t.Errorf("%s: %s (schedule %s)", r, r.What, r.First)
			}
		}
	}
}
