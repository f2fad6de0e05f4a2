package lazycache

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/sched"
)

// world is a server with pod a and a cache for it.
func world() (*Cache, *sched.Context, func()) {
	p := cache.ProfileFor(37)
	p.StreamsList = false
	server := apiserver.New()
	server.WriteNow(apiserver.Change{Object: apiserver.Object{Kind: "pod", Key: "a"}})
	ctx, cancel := sched.WithCancel(sched.Background())
	return New(server, &p), ctx, cancel
}

// check explores a program completely, in two ways, and compares all outcomes.
func check(t *testing.T, want string, prog func()) {
	t.Helper()
	res := explore.Run(explore.Options{}, prog)
	if !res.OK() {
		t.Errorf("%v %+v", res, res.Violations)
	}
	if sleep := explore.Run(explore.Options{Reduction: explore.Sleep}, prog); !sleep.SameClasses(res) {
		t.Errorf("source-dpor %v, sleep %v", res, sleep)
	}
	var got []string
	for o := range res.Outcomes {
		got = append(got, o)
	}
	slices.Sort(got)
	if s := strings.Join(got, " | "); s != want {
		t.Errorf("outcomes %q, want %q (%v)", s, want, res)
	}
}

func outcome(obj *apiserver.Object, err error) {
	if err != nil {
		sched.Outcome(err.Error())
	} else {
		sched.Outcome(obj.Key)
	}
}

// SEMANTICS.md section 11, line 10: lazy creation on read, blocking reads.
func TestLine10ReadCreatesAndWaits(t *testing.T) {
	check(t, "a", func() {
		c, ctx, _ := world()
		sched.Daemon("cache", func() { c.Start(ctx) })
		if !c.WaitForCacheSync(ctx) {
			sched.Fail("wait", "false with nothing to wait for")
		}
		outcome(c.Get(ctx, Structured, "pod", "a"))
	})
}

// SEMANTICS.md section 11, line 10: registration by a failing read.
func TestLine10ReadBeforeStartFailsAndRegisters(t *testing.T) {
	check(t, "[a]", func() {
		c, ctx, _ := world()
		if _, err := c.Get(ctx, Structured, "pod", "a"); !errors.Is(err, ErrCacheNotStarted) {
			sched.Fail("error", "%v", err)
		}
		sched.Daemon("cache", func() { c.Start(ctx) })
		if !c.WaitForCacheSync(ctx) {
			sched.Fail("wait", "false")
		}
		// Synced now, since the read had registered it.
		sched.Outcome(fmt.Sprint(keys(c.entries[id{Structured, "pod"}].inf.GetStore().Now())))
	})
}

func keys(list []any) (k []string) {
	for _, o := range list {
		k = append(k, o.(*apiserver.Object).Key)
	}
	return k
}

// SEMANTICS.md section 11, line 10: three trackers per kind.
func TestLine10ThreeFormsAreThreeInformers(t *testing.T) {
	check(t, "3", func() {
		c, ctx, _ := world()
		sched.Daemon("cache", func() { c.Start(ctx) })
		sched.Quiesce("started")
		for _, f := range []Form{Structured, Unstructured, Metadata, Structured} {
			c.Get(ctx, f, "pod", "a")
		}
		sched.Outcome(fmt.Sprint(len(c.entries)))
	})
}

func TestReadWithAShortContextTimesOutAndTheInformerStays(t *testing.T) {
	timeout := TimeoutError{"pod"}.Error()
	check(t, timeout+" then a | a", func() {
		c, ctx, _ := world()
		sched.Daemon("cache", func() { c.Start(ctx) })
		sched.Quiesce("started")
		short, _ := sched.WithTimeout(ctx)
		if _, err := c.Get(short, Structured, "pod", "a"); err != nil {
			_, again := c.Get(ctx, Structured, "pod", "a")
			sched.Outcome(fmt.Sprintf("%v then a", err))
			if again != nil || len(c.entries) != 1 {
				sched.Fail("again", "%v", again)
			}
			return
		}
		sched.Outcome("a")
	})
}

func TestSecondStartIsAnError(t *testing.T) {
	check(t, ErrAlreadyStarted.Error(), func() {
		c, ctx, _ := world()
		sched.Daemon("cache", func() { c.Start(ctx) })
		sched.Quiesce("started")
		sched.Outcome(c.Start(ctx).Error())
	})
}

func TestMissingInformerCanBeAnError(t *testing.T) {
	check(t, ErrResourceNotCached.Error(), func() {
		c, ctx, _ := world()
		c.ReaderFailOnMissingInformer = true
		sched.Daemon("cache", func() { c.Start(ctx) })
		sched.Quiesce("started")
		outcome(c.Get(ctx, Structured, "pod", "a"))
	})
}

func TestGetInformerBlocksOnlyAfterStart(t *testing.T) {
	check(t, "false true", func() {
		c, ctx, _ := world()
		before, _ := c.GetInformer(ctx, Structured, "pod", true)
		first := before.HasSynced()
		sched.Daemon("cache", func() { c.Start(ctx) })
		sched.Quiesce("started")
		after, _ := c.GetInformer(ctx, Metadata, "pod", true)
		sched.Outcome(fmt.Sprint(first, after.HasSynced()))
	})
}

func TestRemovedInformerIsStoppedAndForgotten(t *testing.T) {
	check(t, "stopped true, synced true, "+cache.ErrStopped.Error()+", new", func() {
		c, ctx, _ := world()
		sched.Daemon("cache", func() { c.Start(ctx) })
		sched.Quiesce("started")
		old, _ := c.GetInformer(ctx, Structured, "pod", true)
		c.RemoveInformer(Structured, "pod")
		sched.Quiesce("removed")
		_, err := old.AddEventHandler(cache.ResourceEventHandlerFuncs{})
		word := "new"
		if again, _ := c.GetInformer(ctx, Structured, "pod", true); again == old {
			word = "old"
		}
		sched.Outcome(fmt.Sprintf("stopped %v, synced %v, %v, %s", old.IsStopped(), old.HasSynced(), err, word))
	})
}

func TestStartReturnsAfterTheInformersAndStaleReadsGoOn(t *testing.T) {
	timeout := TimeoutError{"node"}.Error()
	check(t, "a, "+timeout, func() {
		c, ctx, cancel := world()
		var wg sched.WaitGroup
		wg.Go("cache", func() { c.Start(ctx) })
		other, end := sched.WithCancel(sched.Background())
		c.WaitForCacheSync(other)
		c.Get(other, Structured, "pod", "a")
		cancel()
		wg.Wait()
		obj, _ := c.Get(other, Structured, "pod", "a")
		sched.Go("impatient", func() { sched.Quiesce("hangs"); end() })
		_, err := c.Get(other, Structured, "node", "n")
		sched.Outcome(fmt.Sprintf("%s, %v", obj.Key, err))
	})
}
