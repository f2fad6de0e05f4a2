package apiserver

import (
	"fmt"
	"maps"
	"testing"

	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/sched"
)

// Each part of an environment does what it says, and no part does anything when it
// is zero. What may happen is seen to happen, and not to where it was left.
func TestEnvironment(t *testing.T) {
	stopped := false
	for name, c := range map[string]struct {
		env  Environment
		want map[string]int
	}{
		"nothing": {Environment{}, map[string]int{"listed, [], 1 threads": 1}},
		"user": {Environment{User: []Act{{Verb: Added, Key: "a"}, {Verb: Deleted, Key: "a", Maybe: true}}},
			map[string]int{"listed, [a(a1,rv=1)], 2 threads, left": 1, "listed, [], 2 threads": 1}},
		"update":  {Environment{User: []Act{{Verb: Added, Key: "a"}, {Verb: Modified, Key: "a"}}}, map[string]int{"listed, [a(a1,rv=2)], 2 threads": 1}},
		"refusal": {Environment{Calls: Faults{FailedLists: 1}}, map[string]int{"listed, [], 1 threads": 1, "refused, [], 1 threads": 1}},
		"stop": {Environment{Stop: func() { stopped = true }},
			map[string]int{"listed, [], 2 threads, stopped": 1, "listed, [], 2 threads, left": 1}},
	} {
		c.env.Kind = "pod"
		res := explore.Run(explore.Options{}, func() {
			stopped = false
			s := New()
			c.env.Begin(s)
			sched.Quiesce("done")
			text := map[Answer]string{Answered: "listed", Refused: "refused"}[s.List("pod", 0, nil, func([]*Object, int) {})]
			w := sched.Current()
			text += fmt.Sprintf(", %v, %d threads", s.State("pod"), w.Len())
			for _, e := range w.Events() {
				if e.Case == 1 {
					text += ", left"
				}
			}
			if stopped {
				text += ", stopped"
			}
			sched.Outcome(text)
		})
		if !res.OK() || !maps.Equal(res.Outcomes, c.want) {
			t.Errorf("%s: %v %v, want %v", name, res, res.Outcomes, c.want)
		}
	}
}
