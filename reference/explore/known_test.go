package explore

import (
	"strings"
	"testing"

	"github.com/informerlint/informerlint/reference/sched"
)

// resyncBeforeListeners is what kubernetes/kubernetes#136509 is about, reduced
// to its locks: a notification is handed to a listener under a read lock before
// anybody listens; the resync timer wants the write lock; and whoever is to
// start the listener wants the read lock, which the waiting writer keeps from
// it.
func resyncBeforeListeners(fixed bool) func() {
	return func() {
		mu := new(sched.RWMutex).Named("listenersLock")
		cond := sched.NewCond(mu.RLocker())
		addCh := sched.NamedChan[int]("addCh", 0)
		started := false
		sched.Go("processLoop", func() {
			mu.RLock()
			defer mu.RUnlock()
			for fixed && !started {
				cond.Wait()
			}
			addCh.Send(1)
		})
		sched.Go("resync", func() {
			sched.Sleep()
			mu.Lock()
			defer mu.Unlock()
		})
		sched.Go("processor.run", func() {
			sched.Sleep()
			if fixed {
				mu.Lock()
				started = true
				mu.Unlock()
				cond.Signal()
			} else {
				pass(mu.RLocker())
			}
			sched.Go("listener", func() { addCh.Recv() })
		})
	}
}

func TestKnownDeadlockIsFound(t *testing.T) {
	for _, r := range reductions {
		res := Run(Options{Reduction: r}, resyncBeforeListeners(false))
		if !res.Complete || kinds(res) != sched.Leak {
			t.Errorf("%v: %v, %q", r, res, kinds(res))
		}
		fixed := Run(Options{Reduction: r}, resyncBeforeListeners(true))
		if !fixed.OK() {
			t.Errorf("%v: with the fix: %v %+v", r, fixed, fixed.Violations)
		}
	}
	pct := &PCT{Runs: 1000, Depth: 3, Steps: 12, Seed: 1}
	if res := Run(Options{PCT: pct, StopAt: 1}, resyncBeforeListeners(false)); res.Violating == 0 || !strings.Contains(res.Violations[0].Msg, "wait for readers of listenersLock") {
		t.Errorf("PCT: %v", res)
	} else {
		t.Logf("PCT: found in run %d", res.Runs)
	}
	if res := Run(Options{PCT: pct}, resyncBeforeListeners(true)); res.Violating != 0 {
		t.Errorf("PCT, with the fix: %v", res)
	}
	if res := Run(Options{mutant: noWriterPreference}, resyncBeforeListeners(false)); res.Violating != 0 {
		t.Error("without writer preference nobody waits for anybody")
	}
}
