package apiserver

import (
	"fmt"
	"maps"
	"testing"

	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/sched"
)

// What may happen to a watch or to the log, as what says that it has happened,
// and what a client then sees of a watch from before and of one that follows.
func TestMaybe(t *testing.T) {
	for name, c := range map[string]struct {
		may       func(s *Server) bool
		then, not string
	}{
		"drop":    {func(s *Server) bool { return s.MaybeDrop("pod") }, "true: closed, then open", "false: open, then open"},
		"short":   {func(s *Server) bool { return s.MaybeShort("pod") }, "true: closed, then closed", "false: open, then open"},
		"fail":    {func(s *Server) bool { return s.MaybeFail("pod") }, "true: failed, then open", "false: open, then open"},
		"compact": {func(s *Server) bool { return s.MaybeCompact() }, "true: open, then 410 Gone", "false: open, then open"},
	} {
		res := explore.Run(explore.Options{}, func() {
			s := New()
			s.Serve("pod")
			s.Create("pod", "a", nil)
			w := s.Watch("pod", 0, nil)
			happened := c.may(s)
			sched.Outcome(fmt.Sprintf("%v: %v, then %v", happened, w.ending, s.Watch("pod", 0, nil).ending))
		})
		if want := map[string]int{c.then: 1, c.not: 1}; !res.OK() || !maps.Equal(res.Outcomes, want) {
			t.Errorf("%s: %v %v, want %v", name, res, res.Outcomes, want)
		}
	}
}

// A watch that has ended does not end again in another way.
func TestWatchEndsOnce(t *testing.T) {
	run(t, "closed and failed", func(s *Server, say func(string, ...any)) {
		first := s.Watch("pod", 1, nil)
		s.Drop("pod")
		second := s.Watch("pod", 1, nil)
		s.Fail("pod")
		say("%v and %v", first.ending, second.ending)
	})
}

// An execution has nothing of the one before, whose memory it uses.
func TestServerIsNew(t *testing.T) {
	res := explore.Run(explore.Options{}, func() {
		s := New()
		s.WriteNow(Change{Object: Object{Kind: "pod", Key: "a"}})
		w := s.Watch("pod", 1, nil)
		at := fmt.Sprintf("%d objects at %d, %d written, %d in the log, %d watches, %v from %d", len(s.State("pod")), s.rv,
			len(s.kinds["pod"].written), len(s.kinds["pod"].log), len(s.kinds["pod"].watches), w.ending, s.compacted)
		s.Create("pod", "b", nil)
		s.Compact()
		if sched.Choose(2, "end") == 1 {
			s.Short("pod")
			s.SetDown(true)
		}
		sched.Outcome(at)
	})
	if want := "1 objects at 1, 1 written, 0 in the log, 1 watches, open from 1"; !res.OK() || res.Traces != 2 || res.Outcomes[want] != 2 {
		t.Errorf("%v %v, want %q", res, res.Outcomes, want)
	}
}
