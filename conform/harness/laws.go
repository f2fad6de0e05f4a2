package harness

import (
	"strings"
	"testing"

	"github.com/informerlint/informerlint/reference/script"
)

// Laws runs random histories and checks what must hold of each (script.Laws).
func Laws(t *testing.T, c Client) {
	Quiet()
	const histories, steps = 60, 200
	notifications, relists := 0, 0
	for seed := range uint64(histories) {
		s := script.Random(seed, steps)
		if err := s.Check(); err != nil {
			t.Fatal(err)
		}
		trace, lists := runCounted(t, c, s, seed+1)
		for _, err := range script.Laws(s, &trace) {
			t.Errorf("%s: %v", s.Name, err)
		}
		for _, h := range []string{"h0", "h1", "h2", "h3"} {
			notifications += len(trace.Handlers[h])
		}
		relists += lists - 1

		// The store has what the server has.
		want := "store=" + storeText(finally(s))
		if got := strings.Join(trace.Env, "; "); !strings.Contains(got+" ", want+" ") {
			t.Errorf("%s: %s, want %s", s.Name, got, want)
		}
	}
	t.Logf("%s: %d random histories, %d notifications, %d relists", c.Version, histories, notifications, relists)
	// A history in which nothing is missed or relisted would prove nothing.
	if notifications < 100*histories || relists < 3*histories {
		t.Errorf("too little happened: %d notifications, %d relists", notifications, relists)
	}
}

// finally returns the pods that the server has after a script.
func finally(s script.Script) []script.State {
	objs := script.NewObjects()
	for _, r := range s.Objs {
		kind, key := script.Split(r)
		objs.Do(script.Step{Op: script.OpCreate, Kind: kind, Key: key})
	}
	for _, step := range s.Steps {
		switch step.Op {
		case script.OpCreate, script.OpModify, script.OpDelete:
			objs.Do(step)
		}
	}
	return objs.List(script.Pod)
}

func storeText(states []script.State) string {
	names := make([]string, len(states))
	for i, s := range states {
		names[i] = s.String()
	}
	return strings.Join(names, ",")
}
