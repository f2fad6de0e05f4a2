package apiserver

import (
	"slices"
	"testing"

	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/sched"
)

// What was deleted is not there in a past after that.
func TestPastWithoutWhatIsGone(t *testing.T) {
	all(t, func(s *Server, say func(string, ...any)) {
		s.Allow("pod", Faults{StaleLists: 1, Lag: 1})
		changes(s)
		s.Create("pod", "c", nil)
		s.List("pod", 0, nil, func(list []*Object, rv int) { say("%v at %d", list, rv) })
	}, "[a(a1,rv=3) c(c1,rv=5)] at 5", "[a(a1,rv=3)] at 4")
}

// A version counts the writes of all kinds. A list of the past is not older than what
// the client has asked for, though nothing of its kind was written then.
func TestPastIsNoOlderThanAskedFor(t *testing.T) {
	all(t, func(s *Server, say func(string, ...any)) {
		s.Serve("node")
		s.Allow("pod", Faults{StaleLists: 1, Lag: 1})
		s.Create("pod", "b", nil)
		s.Create("node", "n", nil)
		s.Create("pod", "c", nil)
		s.List("pod", 3, nil, func(list []*Object, rv int) { say("%v at %d", list, rv) })
	}, "[a(a1,rv=1) b(b1,rv=2) c(c1,rv=4)] at 4", "[a(a1,rv=1) b(b1,rv=2)] at 3")
}

// A stream of the past goes on from the version that its list has, and not from the one
// that the client has seen.
func TestStreamGoesOnFromItsList(t *testing.T) {
	all(t, func(s *Server, say func(string, ...any)) {
		s.Allow("pod", Faults{StaleLists: 1, Lag: 1})
		changes(s)
		w, _ := s.Stream("pod", 2, nil, func(list []*Object, rv int) { say("%v at %d", list, rv) })
		sched.Daemon("reader", func() { follow(w, nil, say) })
		sched.Quiesce("read")
	}, "[a(a1,rv=3)] at 4", "[a(a1,rv=3) b(b1,rv=2)] at 3; DELETED b(b1,rv=4)")
}

// Faults of a kind make it one that is served, and begin before the first write.
func TestFaultsBegin(t *testing.T) {
	all(t, func(s *Server, say func(string, ...any)) {
		s.Allow("job", Faults{})
		say("%v", s.Serves("job"))
		s.Create("pod", "b", nil)
		func() {
			defer func() { say("%v", recover()) }()
			s.Allow("pod", Faults{})
		}()
	}, "true; apiserver: faults of pod begin after its first write")
}

// A watch is as old as the call that asked for it, also if the server was down then.
func TestAgeOfAWatch(t *testing.T) {
	all(t, func(s *Server, say func(string, ...any)) {
		s.SetDown(true)
		sched.Daemon("reader", func() {
			w := s.Watch("pod", 1, nil)
			event, end := w.Next(nil, func(Event) {})
			say("%v %v", event, end)
			event, end = w.Next(nil, func(Event) {})
			say("%v %v, very short %v", event, end, w.VeryShort())
		})
		s.Age()
		s.SetDown(false)
		sched.Quiesce("asked")
		s.Create("pod", "b", nil)
		sched.Quiesce("received")
		s.Drop("pod")
		sched.Quiesce("dropped")
	}, "true open; false closed, very short false")
	all(t, func(s *Server, say func(string, ...any)) {
		s.SetDown(true)
		sched.Daemon("reader", func() {
			w := s.Watch("pod", 1, nil)
			w.Next(nil, func(Event) {})
			say("very short %v", w.VeryShort())
		})
		s.Age()
		s.SetDown(false)
		sched.Quiesce("asked")
		s.Drop("pod")
		sched.Quiesce("dropped")
	}, "very short false")
}

// What the server does is told by its name.
func TestNamesOfSteps(t *testing.T) {
	trace, _ := explore.Counterexample(explore.Options{}, 1, func() {
		s := New()
		s.WriteNow(Change{Object: Object{Kind: "pod", Key: "a"}})
		s.Allow("pod", Faults{StaleLists: 1, Lag: 1})
		s.Create("pod", "b", nil)
		s.Watch("pod", 2, nil)
		dropped := s.MaybeDropOne("pod", 1)
		late := false
		s.List("pod", 0, nil, func(_ []*Object, rv int) { late = rv == 1 })
		s.Drop("pod")
		s.SetDown(true)
		s.SetDown(false)
		if dropped && late {
			sched.Fail("enough", "")
		}
	})
	if trace == nil {
		t.Fatal("nothing was dropped, or no list is late")
	}
	var names []string
	for _, e := range trace.Events {
		names = append(names, e.Text)
	}
	for _, want := range []string{"drop watch 1 of pod", "LIST pod, 1 late,", "drop watch of pod", "server down", "server up"} {
		if !slices.Contains(names, want) {
			t.Errorf("no step %q in %q", want, names)
		}
	}
	if slices.Index(names, "server down") > slices.Index(names, "server up") {
		t.Errorf("the server is up first in %q", names)
	}
}

// An object has a new UID if it was created, or is not known yet.
func TestNewUIDs(t *testing.T) {
	all(t, func(s *Server, say func(string, ...any)) {
		s.Update("pod", "b", nil)
		s.Create("pod", "a", nil)
		s.Update("pod", "a", nil)
		say("%v", s.State("pod"))
	}, "[a(a2,rv=4) b(b1,rv=2)]")
}
