package cache

import (
	"testing"

	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/sched"
)

// Waiting for nothing is no step, and true; waiting for something is true if it comes
// first, and false if stop does. What is there already is seen before stop is.
func TestWaits(t *testing.T) {
	for _, c := range []struct {
		name                  string
		synced, there, closed bool
		want                  bool
	}{
		{"nothing, stopped", false, false, true, true},
		{"something that is there", true, true, false, true},
		{"something that is there, stopped", true, true, true, true},
		{"something that never comes, stopped", true, false, true, false},
	} {
		steps := -1
		trace, err := explore.Replay(nil, func() {
			obj := sched.NewObject("synced")
			stop := sched.NewChan[struct{}](0)
			if c.closed {
				stop.Close()
			}
			before := sched.NewObject("before")
			sched.Do("before", nil, sched.Access{Obj: &before, Mode: sched.Write})
			var all []sched.Branch
			if c.synced {
				all = append(all, sched.Branch{Name: "synced", Guard: func() bool { return c.there }, Acc: []sched.Access{{Obj: &obj, Mode: sched.Consume}}})
			}
			if got := WaitForCacheSync(stop, all...); got != c.want {
				t.Errorf("%s: %t", c.name, got)
			}
		})
		if err != nil || len(trace.Failures) > 0 {
			t.Fatalf("%s: %v %v", c.name, err, trace)
		}
		for i, e := range trace.Events {
			if e.Text == "before" {
				steps = len(trace.Events) - i - 1
			}
		}
		if (steps > 0) != c.synced {
			t.Errorf("%s: %d steps", c.name, steps)
		}
	}
}
