package lazycache

import (
	"testing"

	"github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/sched"
)

// A second Start leaves the first one as it is: new informers run until its context ends.
func TestSecondStartChangesNothing(t *testing.T) {
	check(t, "a", func() {
		c, ctx, _ := world()
		other, end := sched.WithCancel(sched.Background())
		sched.Daemon("cache", func() { c.Start(ctx) })
		sched.Quiesce("started")
		if c.Start(other) != ErrAlreadyStarted {
			sched.Fail("second Start", "no error")
		}
		end()
		outcome(c.Get(ctx, Structured, "pod", "a"))
	})
}

// When Start has returned, no handler is called any more.
func TestNoHandlerRunsAfterStart(t *testing.T) {
	res := explore.Run(explore.Options{}, func() {
		c, ctx, cancel := world()
		inf, err := c.GetInformer(ctx, Structured, "pod", true)
		if err != nil {
			sched.Fail("informer", "%v", err)
			return
		}
		returned := false
		obj := sched.NewObject("returned")
		inf.AddNamedEventHandler("handler", cache.ResourceEventHandlerFuncs{AddFunc: func(any) {
			sched.Do("look", func() {
				if returned {
					sched.Fail("handler", "called after Start has returned")
				}
			}, sched.Access{Obj: &obj, Mode: sched.Read})
		}}, 0)
		sched.Go("stopper", cancel)
		c.Start(ctx)
		sched.Do("returned", func() { returned = true }, sched.Access{Obj: &obj, Mode: sched.Write})
	})
	if !res.OK() {
		t.Errorf("%v %+v", res, res.Violations)
	}
}

// Who waits for the caches waits for Start first, and may be told to stop before.
func TestWaitForStart(t *testing.T) {
	seen := make(map[bool]bool)
	res := explore.Run(explore.Options{}, func() {
		c, ctx, _ := world()
		short, end := sched.WithCancel(sched.Background())
		sched.Daemon("cache", func() { c.Start(ctx) })
		sched.Go("impatient", end)
		seen[c.WaitForCacheSync(short)] = true
	})
	if !res.OK() || !seen[true] || !seen[false] {
		t.Errorf("%v, results %v", res, seen)
	}
}
