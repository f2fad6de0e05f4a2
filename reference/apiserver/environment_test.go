package apiserver

import (
	"fmt"
	"maps"
	"slices"
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

// The threads of an environment do, step by step, what the same threads do that are
// written as programs.
func TestEnvironmentIsThreads(t *testing.T) {
	acts := []Act{{Verb: Added, Key: "a", Value: 1}, {Verb: Modified, Key: "a", Value: 2, Maybe: true}, {Verb: Deleted, Key: "a", Maybe: true}, {Verb: Added, Key: "a", Value: 3}}
	for name, env := range map[string]Environment{
		"user":        {User: acts},
		"network":     {User: acts[:1], Drops: 2},
		"proxy":       {User: acts[:1], Shorts: 2},
		"server":      {User: acts[:1], Fails: 2},
		"etcd":        {User: acts[:2], Compactions: 2},
		"all of them": {User: acts[:1], Drops: 1, Shorts: 1, Fails: 1, Compactions: 1},
	} {
		env.Kind = "pod"
		program := func(begin func(*Server)) func() {
			return func() {
				s := New()
				s.Serve("pod")
				begin(s)
				stop := sched.NamedChan[struct{}]("stop", 0)
				text := ""
				w := s.Watch("pod", 0, stop)
				for range 3 {
					got := ""
					event, end := w.Next(stop, func(e Event) { got = fmt.Sprint(e.Verb, e.Object.Kind, e.Object, e.Object.Value) })
					if text += fmt.Sprint(got, end, " "); !event {
						break
					}
				}
				sched.Outcome(text)
			}
		}
		without, with := program(env.Begin), program(func(s *Server) { threads(env, s) })
		o := explore.Options{MaxRuns: 5000}
		a, b := explore.Run(o, without), explore.Run(o, with)
		if !a.SameClasses(b) || !maps.Equal(a.Outcomes, b.Outcomes) || a.Runs != b.Runs || a.Traces < 3 {
			t.Errorf("%s: %v %v, as programs %v %v", name, a, a.Outcomes, b, b.Outcomes)
		}
		x, err := explore.Replay(nil, without)
		if err != nil {
			t.Fatal(err)
		}
		y, err := explore.Replay(nil, with)
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprintf("%q %q", x.Threads, texts(x)) != fmt.Sprintf("%q %q", y.Threads, texts(y)) {
			t.Errorf("%s: %q %q, as programs %q %q", name, x.Threads, texts(x), y.Threads, texts(y))
		}
	}
}

// Whoever reads a run knows an object by its key.
func TestStepsNameTheKey(t *testing.T) {
	trace, err := explore.Replay(nil, func() {
		s := New()
		s.Serve("pod")
		s.Create("pod", "a", 1)
		s.Delete("pod", "a")
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := texts(trace); !slices.Contains(got, "ADDED a") || !slices.Contains(got, "DELETED a") {
		t.Errorf("steps %q", got)
	}
}

func texts(t *explore.Trace) (all []string) {
	for _, e := range t.Events {
		all = append(all, e.Text, fmt.Sprint(e.Notes))
	}
	return all
}

// threads are those of an environment as programs.
func threads(e Environment, s *Server) {
	sched.Go("user", func() {
		for _, a := range e.User {
			switch {
			case a.Maybe && !sched.Maybe(a.Verb.String()+" of "+a.Key, nil, nil):
			case a.Verb == Added:
				s.Create(e.Kind, a.Key, a.Value)
			case a.Verb == Modified:
				s.Update(e.Kind, a.Key, a.Value)
			default:
				s.Delete(e.Kind, a.Key)
			}
		}
	})
	several := func(name string, n int, may func(string) bool) {
		if n > 0 {
			sched.Go(name, func() {
				for range n {
					may(e.Kind)
				}
			})
		}
	}
	several("network", e.Drops, s.MaybeDrop)
	several("proxy", e.Shorts, s.MaybeShort)
	several("server", e.Fails, s.MaybeFail)
	several("etcd", e.Compactions, func(string) bool { return s.MaybeCompact() })
}
