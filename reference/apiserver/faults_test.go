package apiserver

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/sched"
)

// all explores a program of one thread, which says what it sees, and compares
// all that it can see.
func all(t *testing.T, prog func(s *Server, say func(string, ...any)), want ...string) {
	t.Helper()
	res := explore.Run(explore.Options{}, func() {
		s := New()
		s.WriteNow(Change{Object: Object{Kind: "pod", Key: "a"}})
		var said []string
		prog(s, func(f string, args ...any) { said = append(said, fmt.Sprintf(f, args...)) })
		sched.Outcome(strings.Join(said, "; "))
	})
	var got []string
	for text := range res.Outcomes {
		got = append(got, text)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !res.OK() || !slices.Equal(got, want) {
		t.Errorf("%v\n%q, want\n%q", res, got, want)
	}
}

// changes are a creation, a modification and a deletion.
func changes(s *Server) {
	s.Create("pod", "b", nil)
	s.Update("pod", "a", nil)
	s.Delete("pod", "b")
}

// A lagging list is of a past that the client has not seen yet, and no older
// than the lag.
func TestListsOfThePast(t *testing.T) {
	list := func(s *Server, seen int, say func(string, ...any)) {
		s.List("pod", seen, nil, func(list []*Object, rv int) { say("%v at %d", list, rv) })
	}
	now, two, one := "[a(a1,rv=3)] at 4", "[a(a1,rv=3) b(b1,rv=2)] at 3", "[a(a1,rv=1) b(b1,rv=2)] at 2"
	all(t, func(s *Server, say func(string, ...any)) {
		s.Allow("pod", Faults{StaleLists: 1, Lag: 2})
		changes(s)
		list(s, 0, say)
		list(s, 0, say)
	}, now+"; "+now, two+"; "+now, one+"; "+now, now+"; "+two, now+"; "+one)
	all(t, func(s *Server, say func(string, ...any)) {
		s.Allow("pod", Faults{StaleLists: 1, Lag: 2})
		changes(s)
		list(s, 3, say)
	}, now, two)
	all(t, func(s *Server, say func(string, ...any)) {
		s.Allow("pod", Faults{StaleLists: 1, Lag: 3, Backwards: true})
		changes(s)
		list(s, 4, say)
	}, now, two, one, "[a(a1,rv=1)] at 1")
}

// A stream may be of the past only if the client has seen something, and goes on
// from there.
func TestStreamsOfThePast(t *testing.T) {
	stream := func(seen int) func(s *Server, say func(string, ...any)) {
		return func(s *Server, say func(string, ...any)) {
			s.Allow("pod", Faults{StaleLists: 1, Lag: 3})
			changes(s)
			w, a := s.Stream("pod", seen, nil, func(list []*Object, rv int) { say("%v at %d", list, rv) })
			say("%v", a == Answered)
			sched.Daemon("reader", func() { follow(w, nil, say) })
			sched.Quiesce("read")
		}
	}
	all(t, stream(0), "[a(a1,rv=3)] at 4; true")
	all(t, stream(3), "[a(a1,rv=3)] at 4; true", "[a(a1,rv=3) b(b1,rv=2)] at 3; true; DELETED b(b1,rv=4)")
}

// Calls fail as often as is allowed.
func TestCallsFail(t *testing.T) {
	all(t, func(s *Server, say func(string, ...any)) {
		s.Allow("pod", Faults{FailedLists: 1, FailedWatches: 1})
		for range 2 {
			say("%d", s.List("pod", 0, nil, func([]*Object, int) { say("list") }))
		}
		say("%v", s.Watch("pod", 1, nil).ending)
	}, "list; 1; list; 1; open", "list; 1; list; 1; failed", "2; list; 1; open", "2; list; 1; failed", "list; 1; 2; open", "list; 1; 2; failed")
	all(t, func(s *Server, say func(string, ...any)) {
		s.Allow("pod", Faults{FailedLists: 1})
		_, a := s.Stream("pod", 0, nil, func([]*Object, int) { say("list") })
		say("%d", a)
	}, "list; 1", "2")
}

// One of several watches may be dropped, and the others go on.
func TestDropOne(t *testing.T) {
	all(t, func(s *Server, say func(string, ...any)) {
		first, second := s.Watch("pod", 1, nil), s.Watch("pod", 1, nil)
		say("%v", s.MaybeDropOne("pod", 3))
		s.Age()
		s.Drop("pod")
		s.Drop("pod")
		follow(first, nil, say)
		follow(second, nil, say)
	}, "false; closed, very short false; closed, very short false", "true; closed, very short false; closed, very short false")
	all(t, func(s *Server, say func(string, ...any)) {
		first, second := s.Watch("pod", 1, nil), s.Watch("pod", 1, nil)
		dropped := s.MaybeDropOne("pod", 2)
		say("%v %v %v", dropped, first.ending, second.ending)
		again := s.MaybeDropOne("pod", 1)
		say("%v %v %v", again, first.ending, second.ending)
	}, "false open open; false open open", "false open open; true closed open",
		"true closed open; false closed open", "true closed open; true closed closed",
		"true open closed; false open closed", "true open closed; true closed closed")
}

// Get is what there is.
func TestGet(t *testing.T) {
	all(t, func(s *Server, say func(string, ...any)) {
		say("%v %v", s.Get("pod", "a"), s.Get("pod", "b") == nil)
	}, "a(a1,rv=1) true")
}

// UIDs are those of the life of an object, and its versions count all writes.
func TestWritesOfSeveralKinds(t *testing.T) {
	all(t, func(s *Server, say func(string, ...any)) {
		s.Serve("node")
		s.Create("node", "n", nil)
		s.Delete("pod", "a")
		s.Delete("pod", "a")
		s.Create("pod", "a", nil)
		s.Update("pod", "a", "x")
		say("%v %v %v", s.State("pod"), s.State("node"), s.Serves("job"))
		if a := s.State("pod")[0]; a.Value != "x" || a.Kind != "pod" {
			say("%+v", *a)
		}
	}, "[a(a2,rv=5)] [n(n1,rv=2)] false")
}
