package apiserver

import (
	"fmt"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/sched"
)

// run runs a program of one thread, which says what it sees, and compares.
func run(t *testing.T, want string, prog func(s *Server, say func(string, ...any))) {
	t.Helper()
	res := explore.Run(explore.Options{}, func() {
		s := New()
		s.WriteNow(Change{Object: Object{Kind: "pod", Key: "a"}})
		var said []string
		prog(s, func(f string, args ...any) { said = append(said, fmt.Sprintf(f, args...)) })
		sched.Outcome(strings.Join(said, "; "))
	})
	if !res.OK() || res.Traces != 1 || res.Outcomes[want] != 1 {
		t.Errorf("%v %v, want %q", res, res.Outcomes, want)
	}
}

// follow says what a watch delivers until it ends, or until nothing is left.
func follow(w *Watch, stop *sched.Chan[struct{}], say func(string, ...any)) {
	for {
		event, end := w.Next(stop, func(e Event) { say("%v %v", e.Verb, e.Object) })
		if !event {
			say("%v, very short %v", end, w.VeryShort())
			return
		}
	}
}

func TestWatchReplaysTheLog(t *testing.T) {
	run(t, "ADDED b(b1,rv=2); MODIFIED a(a1,rv=3); DELETED b(b1,rv=4); closed, very short false", func(s *Server, say func(string, ...any)) {
		s.Create("pod", "b", nil)
		s.Update("pod", "a", nil)
		s.Delete("pod", "b")
		w := s.Watch("pod", 1, nil)
		sched.Daemon("reader", func() { follow(w, nil, say) })
		sched.Quiesce("read")
		s.Drop("pod")
		sched.Quiesce("ended")
	})
}

func TestWatchFromBeforeACompactionIsGone(t *testing.T) {
	run(t, "410 Gone, very short false; open", func(s *Server, say func(string, ...any)) {
		s.Update("pod", "a", nil)
		s.Compact()
		follow(s.Watch("pod", 1, nil), nil, say)
		say("%v", s.Watch("pod", 2, nil).ending)
	})
}

func TestOpenWatchesDoNotMindCompaction(t *testing.T) {
	run(t, "MODIFIED a(a1,rv=2); failed, very short false", func(s *Server, say func(string, ...any)) {
		w := s.Watch("pod", 1, nil)
		s.Update("pod", "a", nil)
		s.Compact()
		w.Next(nil, func(e Event) { say("%v %v", e.Verb, e.Object) })
		s.Fail("pod")
		follow(w, nil, say)
	})
}

func TestVeryShortWatches(t *testing.T) {
	run(t, "closed, very short true; closed, very short false; closed, very short true", func(s *Server, say func(string, ...any)) {
		young := s.Watch("pod", 1, nil)
		s.Drop("pod")
		follow(young, nil, say)
		old := s.Watch("pod", 1, nil)
		s.Age()
		s.Short("pod")
		follow(old, nil, say)
		follow(s.Watch("pod", 1, nil), nil, say)
	})
}

func TestStreamIsAListAndAWatch(t *testing.T) {
	run(t, "[a(a1,rv=1)] at 1; DELETED a(a1,rv=2); ADDED a(a2,rv=3)", func(s *Server, say func(string, ...any)) {
		w, _ := s.Stream("pod", 0, nil, func(list []*Object, rv int) { say("%v at %d", list, rv) })
		s.Delete("pod", "a")
		s.Create("pod", "a", nil)
		for range 2 {
			w.Next(nil, func(e Event) { say("%v %v", e.Verb, e.Object) })
		}
	})
}

func TestDownServerHangsAndStopHelps(t *testing.T) {
	run(t, "listed false; watch <nil>", func(s *Server, say func(string, ...any)) {
		stop := sched.NewChan[struct{}](0)
		s.SetDown(true)
		sched.Go("stopper", func() { sched.Quiesce("hangs"); stop.Close() })
		say("listed %v", s.List("pod", 0, stop, func([]*Object, int) {}) == Answered)
		say("watch %v", s.Watch("pod", 1, stop))
	})
}

// Delivery of an event is independent of later writes: two events and a reader
// are one class.
func TestDeliveryIsIndependentOfLaterWrites(t *testing.T) {
	res := explore.Run(explore.Options{}, func() {
		s := New()
		s.Serve("pod")
		w := s.Watch("pod", 0, nil)
		sched.Go("writer", func() { s.Create("pod", "a", nil); s.Create("pod", "b", nil) })
		for range 2 {
			w.Next(nil, func(Event) {})
		}
	})
	if !res.OK() || res.Traces != 1 || res.Runs != 1 {
		t.Error(res)
	}
}
