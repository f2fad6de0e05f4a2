package cache

import (
	"testing"

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
			p := ProfileFor(minor)
			s := newStarting(&p)
			sched.Go("sender", func() {
				release := s.sending()
				if !s.started {
					early = true
				}
				release()
			})
			sched.Go("starter", func() {
				release := s.marking()
				s.started = true
				release()
				s.cond.Signal()
			})
		})
		if !res.OK() || early == waits {
			t.Errorf("0.%d: sent early: %t; %v %+v", minor, early, res, res.Violations)
		}
	}
}
