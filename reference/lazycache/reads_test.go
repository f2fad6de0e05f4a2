package lazycache

import (
	"fmt"
	"testing"

	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/sched"
)

// What reads return: copies, all of a kind, or an error that says why not.
func TestReads(t *testing.T) {
	check(t, "a; not found; [a]; 2", func() {
		c, ctx, _ := world()
		sched.Daemon("cache", func() { c.Start(ctx) })
		sched.Quiesce("started")
		obj, _ := c.Get(ctx, Structured, "pod", "a")
		_, err := c.Get(ctx, Structured, "pod", "b")
		list, _ := c.List(ctx, Structured, "pod")
		obj.Key = "changed"
		again, _ := c.Get(ctx, Structured, "pod", "a")
		list[0].Key = "changed"
		more, _ := c.List(ctx, Structured, "pod")
		c.Get(ctx, Structured, "node", "n")
		sched.Outcome(fmt.Sprintf("%s; %v; [%s]; %d", again.Key, err, more[0].Key, len(c.order)))
	})
}

// Before Start a list fails and registers, as a read does.
func TestListBeforeStart(t *testing.T) {
	check(t, ErrCacheNotStarted.Error()+" 0 1", func() {
		c, ctx, _ := world()
		list, err := c.List(ctx, Structured, "pod")
		sched.Outcome(fmt.Sprint(err, len(list), len(c.order)))
	})
}

// Waiting ends with its context: for Start, for an informer, and for all of them.
func TestWaitsEndWithTheirContext(t *testing.T) {
	timeout := TimeoutError{"pod"}.Error()
	check(t, "false "+timeout+" false", func() {
		c, ctx, _ := world()
		first, end := sched.WithCancel(sched.Background())
		sched.Go("first", func() { sched.Quiesce("hangs"); end() })
		before := c.WaitForCacheSync(first)
		sched.Daemon("cache", func() { c.Start(ctx) })
		sched.Quiesce("started")
		c.server.SetDown(true)
		second, end := sched.WithCancel(sched.Background())
		sched.Go("second", func() { sched.Quiesce("hangs"); end() })
		_, err := c.GetInformer(second, Structured, "pod", true)
		sched.Outcome(fmt.Sprint(before, " ", err, " ", c.WaitForCacheSync(second)))
	})
}

// An informer that is not waited for comes at once, and one that is removed is
// none of those that are waited for.
func TestInformersAreRemovedByName(t *testing.T) {
	check(t, "false true 2 false", func() {
		c, ctx, _ := world()
		for _, kind := range []string{"node", "pod", "job"} {
			c.GetInformer(ctx, Structured, kind, true)
		}
		c.RemoveInformer(Structured, "pod")
		c.RemoveInformer(Structured, "none")
		sched.Daemon("cache", func() { c.Start(ctx) })
		sched.Quiesce("started")
		c.server.SetDown(true)
		inf, _ := c.GetInformer(ctx, Unstructured, "pod", false)
		synced := inf.HasSynced()
		c.RemoveInformer(Unstructured, "pod")
		all := c.WaitForCacheSync(ctx)
		sched.Outcome(fmt.Sprint(synced, " ", all, " ", len(c.order), " ", c.server.State("pod")[0] == (*apiserver.Object)(nil)))
	})
}

// An informer that is made after the cache has stopped is not run.
func TestNothingRunsAfterStop(t *testing.T) {
	check(t, "false false", func() {
		c, ctx, cancel := world()
		var wg sched.WaitGroup
		wg.Go("cache", func() { c.Start(ctx) })
		sched.Quiesce("started")
		cancel()
		wg.Wait()
		inf, _ := c.GetInformer(sched.Background(), Structured, "pod", false)
		sched.Quiesce("asked for")
		_, err := inf.AddEventHandler(cache.ResourceEventHandlerFuncs{})
		sched.Outcome(fmt.Sprint(inf.HasSynced(), " ", err != nil))
	})
}
