package model

import (
	"fmt"
	"testing"

	"github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/sched"
)

// removing are the versions that have RemoveEventHandler, one of each queue.
var removing = []int{26, 30, 33, 34, 35, 36, 37}

// A handler that removes itself while its informer stops waits for a lock that
// the stopping informer holds until the handler has returned: run of
// sharedProcessor takes listenersLock and then waits for all listeners, and
// removeListener asks for it (shared_informer.go, v0.26.0 to v0.37.2).
func TestHandlerThatRemovesItselfDeadlocksWithStop(t *testing.T) {
	prog := func(minor int, stop bool) func() {
		return func() {
			b := newBench(minor, "a")
			var reg *cache.Registration
			reg, _ = b.inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) { b.inf.RemoveEventHandler(reg) }})
			b.f.Start(b.stop)
			if !stop {
				sched.Quiesce("at rest")
			}
			b.stop.Close()
			b.f.Shutdown()
		}
	}
	for _, minor := range removing {
		res := explore.Run(explore.Options{}, prog(minor, true))
		if !res.Complete || res.Violating == 0 || res.Violating == res.Traces || res.Violations[0].Kind != sched.Deadlock {
			t.Errorf("0.%d: %v %+v", minor, res, res.Violations)
		}
		if sleep := explore.Run(explore.Options{Reduction: explore.Sleep}, prog(minor, true)); !sleep.SameClasses(res) {
			t.Errorf("0.%d: source-dpor %v, sleep %v", minor, res, sleep)
		}
		// Before the stop there is nothing to wait for.
		if res := explore.Run(explore.Options{}, prog(minor, false)); !res.OK() {
			t.Errorf("0.%d, removed before the stop: %v %+v", minor, res, res.Violations)
		}
	}
}

// Who removes a handler of an informer that stops waits for the calls in
// progress (the same lock).
func TestRemovingWaitsForCallsInProgress(t *testing.T) {
	for _, minor := range removing {
		res := explore.Run(explore.Options{}, func() {
			b := newBench(minor, "a")
			hold := sched.NamedChan[struct{}]("hold", 0)
			reg, _ := b.inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) { hold.Recv() }})
			b.f.Start(b.stop)
			sched.Quiesce("called")
			b.stop.Close()
			sched.Quiesce("stopping")
			removed := false
			sched.Go("remover", func() { b.inf.RemoveEventHandler(reg); removed = true })
			sched.Quiesce("waits")
			before := removed
			hold.Close()
			sched.Quiesce("returned")
			sched.Outcome(fmt.Sprint(before, removed))
		})
		if !res.OK() || res.Traces != res.Outcomes["false true"] {
			t.Errorf("0.%d: %v %v %+v", minor, res, res.Outcomes, res.Violations)
		}
	}
}

// While the removal waits it has startedLock, and a handler that asks for that
// is the other half of a deadlock: IsStopped in all versions, HasSynced up to
// v0.35.10 (since v0.36.0 it only looks at a channel).
func TestRemovingKeepsOthersOut(t *testing.T) {
	ask := map[string]func(b bench){
		"IsStopped": func(b bench) { b.inf.IsStopped() },
		"HasSynced": func(b bench) { b.inf.HasSynced() },
		"AddEventHandler": func(b bench) {
			b.inf.AddEventHandler(cache.ResourceEventHandlerFuncs{})
		},
		"AddIndexers":  func(b bench) { b.inf.AddIndexers(nil) },
		"SetTransform": func(b bench) { b.inf.SetTransform(nil) },
	}
	for _, minor := range removing {
		for name, call := range ask {
			res := explore.Run(explore.Options{}, func() {
				b := newBench(minor, "a")
				hold := sched.NamedChan[struct{}]("hold", 0)
				reg, _ := b.inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) { hold.Recv(); call(b) }})
				b.f.Start(b.stop)
				sched.Quiesce("called")
				b.stop.Close()
				sched.Quiesce("stopping")
				sched.Daemon("remover", func() { b.inf.RemoveEventHandler(reg) })
				sched.Quiesce("waits")
				hold.Close()
				b.f.Shutdown()
			})
			want := name != "HasSynced" || minor < 36
			if !res.Complete || res.Violating > 0 != want || want && res.Violating != res.Traces {
				t.Errorf("0.%d, %s: %v %+v", minor, name, res, res.Violations)
			}
		}
	}
}
