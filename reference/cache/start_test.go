package cache

import (
	"testing"

	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/sched"
)

// The thread that starts the listeners is a writer of their lock from 0.36 on
// (kubernetes/kubernetes#136509), and a reader before.
func TestWhoStartsListeners(t *testing.T) {
	for minor, fixed := range map[int]bool{34: false, 35: false, 36: true, 37: true} {
		if _, err := explore.Replay(nil, func() {
			p := ProfileFor(minor)
			if newStarting(&p).fixed != fixed {
				t.Errorf("0.%d: fixed %v", minor, !fixed)
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// From 0.36 on nobody sends before the listeners are started; before, somebody may.
func TestSendersWaitForTheStart(t *testing.T) {
	for minor, waits := range map[int]bool{35: false, 36: true} {
		early := false
		res := explore.Run(explore.Options{}, func() {
			p := fine(minor, true)
			inf := storing(&p, 0, "")
			s := inf.start
			sched.Go("sender", func() {
				release := s.sending()
				if !s.started {
					early = true
				}
				release()
			})
			inf.startListeners(nil)
		})
		if !res.OK() || early == waits {
			t.Errorf("0.%d: sent early: %t; %v %+v", minor, early, res, res.Violations)
		}
	}
}

// With its locks an informer starts, tells its handler what there is and what comes, and
// ends when it is stopped.
func TestStartsWithLocks(t *testing.T) {
	for _, minor := range []int{35, 36} {
		told := 0
		res := explore.Run(explore.Options{Reduction: explore.Sleep, Bound: explore.Bound{Kind: explore.Preemption, N: 1}}, func() {
			p := ProfileFor(minor)
			p.StreamsList, p.Fine, p.Locks = false, true, true
			server := apiserver.New()
			server.WriteNow(apiserver.Change{Object: apiserver.Object{Kind: "pod", Key: "a"}})
			inf := NewSharedIndexInformer(server, "pod", 0, &p, nil)
			stop := sched.NewChan[struct{}](0)
			var keys []string
			r, _ := inf.AddNamedEventHandler("handler", ResourceEventHandlerFuncs{AddFunc: func(obj any) { keys = append(keys, obj.(*apiserver.Object).Key) }}, 0)
			ended := sched.NewChan[struct{}](0)
			sched.Go("run", func() { inf.Run(stop); ended.Close() })
			sched.AwaitAny(r.Synced())
			if len(keys) != 1 || keys[0] != "a" {
				sched.Fail("synced", "told of %v", keys)
			}
			told++
			stop.Close()
			ended.Recv()
		})
		if res.Violating > 0 || !res.Exhausted || told == 0 {
			t.Errorf("0.%d: %v %+v", minor, res, res.Violations)
		}
	}
}
