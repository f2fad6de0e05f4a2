package model

import (
	"testing"

	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/factory"
	"github.com/informerlint/informerlint/reference/sched"
)

// earlyResync is an informer whose resync timer fires while it is starting.
func earlyResync(minor int, locks bool) func() {
	return func() {
		p := cache.ProfileFor(minor)
		p.StreamsList, p.Fine, p.Locks = false, locks, locks
		server := apiserver.New()
		server.WriteNow(apiserver.Change{Object: apiserver.Object{Kind: "pod", Key: "a"}})
		clock := cache.NewClock()
		f := factory.New(server, 1, &p, clock)
		told := false
		f.InformerFor("pod").AddNamedEventHandler("handler", cache.ResourceEventHandlerFuncs{AddFunc: func(any) { told = true }}, 1)
		f.Start(sched.NamedChan[struct{}]("stop", 0))
		sched.Go("time", clock.Tick)
		sched.Quiesce("at rest")
		if !told {
			sched.Fail("told", "the handler was never called")
		}
	}
}

// The deadlock of kubernetes/kubernetes#136509: a resync before the listeners
// have started. It is in the versions that have it, and only there: run and
// distribute of sharedProcessor (shared_informer.go) are the same from v0.26.0
// to v0.35.10 but for contexts, and since v0.36.0 those of v0.37.2.
func TestKnownDeadlockOfClientGo(t *testing.T) {
	pct := &explore.PCT{Runs: 1000, Depth: 3, Steps: 30, Seed: 1}
	for _, minor := range []int{26, 34, 35, 36, 37} {
		all := explore.Run(explore.Options{}, earlyResync(minor, true))
		random := explore.Run(explore.Options{PCT: pct, StopAt: 1}, earlyResync(minor, true))
		t.Logf("0.%d: %v; PCT: %v", minor, all, random)
		if bad := all.Violating > 0; !all.Complete || bad != (minor < 36) || bad != (random.Violating > 0) {
			t.Errorf("0.%d: %v %+v; PCT: %v", minor, all, all.Violations, random)
		}
	}
}

// A tick that comes at any time: the three searches agree on what follows.
func TestReductionsAgreeOnAnEarlyResync(t *testing.T) {
	for _, minor := range minors {
		dpor := explore.Run(explore.Options{}, earlyResync(minor, false))
		sleep := explore.Run(explore.Options{Reduction: explore.Sleep}, earlyResync(minor, false))
		none := explore.Run(explore.Options{Reduction: explore.None}, earlyResync(minor, false))
		t.Logf("0.%d: %v; every schedule: %v", minor, dpor, none)
		if !dpor.OK() || !dpor.SameClasses(sleep) || !dpor.SameClasses(none) {
			t.Errorf("0.%d: %v; %v; %v", minor, dpor, sleep, none)
		}
	}
}
