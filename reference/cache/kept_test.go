package cache

import (
	"fmt"
	"testing"

	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/sched"
)

// An execution has nothing of the one before, whose memory it uses: neither the
// time, nor what informers, queues and listeners have come to.
func TestNothingIsLeft(t *testing.T) {
	for _, minor := range []int{20, 30, 34, 37} {
		first := ""
		res := explore.Run(explore.Options{}, func() {
			p := ProfileFor(minor)
			p.StreamsList = false
			server := apiserver.New()
			server.WriteNow(apiserver.Change{Object: apiserver.Object{Kind: "pod", Key: "a"}})
			clock := NewClock()
			inf := NewSharedIndexInformer(server, "pod", 2, &p, clock)
			r, err := inf.AddEventHandler(ResourceEventHandlerFuncs{})
			stop := sched.NamedChan[struct{}]("stop", 0)
			q := newQueue(&p, inf.store, inf)
			at := fmt.Sprint(clock.ticks, inf.started, inf.stopped, inf.synced, inf.timer, len(inf.listeners), len(inf.store.items),
				len(r.notes), r.next, r.closed, r.left, r.unhandled, r.latched, r.due, err,
				len(q.items), len(q.keys), len(q.deltas), q.head, q.populated, q.synced, stop.Len())
			if first == "" {
				first = at
			}
			sched.Go("run", func() { inf.Run(stop) })
			clock.Tick()
			sched.Quiesce("running")
			q.push(apiserver.Event{Verb: apiserver.Added, Object: pod("b1")})
			if sched.Choose(2, "end") == 1 {
				stop.Close()
				sched.Quiesce("stopped")
			} else {
				stop.Close()
			}
			if at != first {
				sched.Fail("new", "%s, and at first %s", at, first)
			}
		})
		if res.Violating > 0 || res.Traces < 2 {
			t.Errorf("0.%d: %v %+v", minor, res, res.Violations)
		}
	}
}
