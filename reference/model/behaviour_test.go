package model

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/factory"
	"github.com/informerlint/informerlint/reference/sched"
	. "github.com/informerlint/informerlint/reference/script"
)

// A bench is a server with some pods and a factory, for tests that scripts
// cannot express.
type bench struct {
	server *apiserver.Server
	f      *factory.SharedInformerFactory
	inf    *cache.SharedIndexInformer
	stop   *sched.Chan[struct{}]
}

func newBench(minor int, keys ...string) bench {
	p := cache.ProfileFor(minor)
	p.StreamsList = false
	server := apiserver.New()
	for _, k := range keys {
		server.WriteNow(apiserver.Change{Object: apiserver.Object{Kind: "pod", Key: k}})
	}
	server.Serve("pod")
	f := factory.New(server, 0, &p, nil)
	return bench{server, f, f.InformerFor("pod"), sched.NamedChan[struct{}]("stop", 0)}
}

// outcomes explores a program for each version and compares all outcomes.
func outcomes(t *testing.T, want func(minor int) string, prog func(minor int)) {
	t.Helper()
	for _, minor := range minors {
		res := explore.Run(explore.Options{}, func() { prog(minor) })
		if !res.OK() {
			t.Errorf("0.%d: %v %+v", minor, res, res.Violations)
		}
		if sleep := explore.Run(explore.Options{Reduction: explore.Sleep}, func() { prog(minor) }); !sleep.SameClasses(res) {
			t.Errorf("0.%d: source-dpor %v, sleep %v", minor, res, sleep)
		}
		var got []string
		for o := range res.Outcomes {
			got = append(got, o)
		}
		slices.Sort(got)
		if text := strings.Join(got, " "); text != want(minor) {
			t.Errorf("0.%d: %q, want %q", minor, text, want(minor))
		}
	}
}

// Line 3: how much of the first list is in the store at the first OnAdd.
func TestLine3StoreAtTheFirstAdd(t *testing.T) {
	outcomes(t, func(minor int) string {
		if minor >= 35 {
			return "2" // a batch, or the whole list, at once
		}
		return "1 2"
	}, func(minor int) {
		b := newBench(minor, "a", "b")
		first := true
		b.inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) {
			if first {
				first = false
				sched.Outcome(fmt.Sprint(len(b.inf.GetStore().List())))
			}
		}})
		b.f.Start(b.stop)
	})
}

// Line 3: before 0.24 a relist did not see what was only queued.
func TestLine3QueuedOnlyObjectsStayedForEver(t *testing.T) {
	sc := Script{Steps: begun(Create("a"), Delete("a"), Drop(Pod), Compact(), Settle(), Drop(Pod), Settle(), Probe(Pod))}
	for _, minor := range minors {
		p := cache.ProfileFor(minor)
		p.StreamsList = false
		set, res := Allowed(sc, p, explore.Options{})
		stays := false
		for text := range set {
			stays = stays || strings.Contains(text, "store=a1.0")
		}
		if !res.Complete || stays != (minor < 24) {
			t.Errorf("0.%d: stays %v (%v)\n%s", minor, stays, res, Text(set))
		}
	}
}

// Line 5: the store is never behind what a handler is told, and may be ahead.
func TestLine5StoreBeforeDelivery(t *testing.T) {
	outcomes(t, func(int) string { return "1 2 gone" }, func(minor int) {
		b := newBench(minor, "a")
		b.inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
			now, ok := b.inf.GetStore().GetByKey("a")
			if !ok {
				sched.Outcome("gone")
				return
			}
			v := now.(*apiserver.Object).Version
			if v < obj.(*apiserver.Object).Version {
				sched.Fail("behind", "%v", now)
			}
			sched.Outcome(fmt.Sprint(v))
		}})
		b.f.Start(b.stop)
		b.f.WaitForCacheSync(b.stop)
		b.server.Update("pod", "a", nil)
		b.server.Delete("pod", "a")
	})
}

// Line 8: a panic in a handler ends the process.
func TestLine8PanicIsTheEnd(t *testing.T) {
	res := explore.Run(explore.Options{}, func() {
		b := newBench(37, "a")
		b.inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) { panic("boom") }})
		b.f.Start(b.stop)
		b.f.WaitForCacheSync(b.stop)
	})
	if !res.Complete || res.Violating != res.Traces || res.Violations[0].Kind != sched.Panic || !strings.Contains(res.Violations[0].Msg, "boom") {
		t.Errorf("%v %+v", res, res.Violations)
	}
}

// Line 8: before the process is gone, the deferred calls of a panicking handler's
// goroutine run, and Run may see that it is done.
func TestLine8DeferredCallsRun(t *testing.T) {
	const goal = "returned after the panic"
	res := explore.Run(explore.Options{Goals: []string{goal}}, func() {
		b := newBench(37, "a")
		called := false
		b.inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) { called = true; panic("boom") }})
		b.f.Start(b.stop)
		sched.Quiesce("called")
		b.stop.Close()
		b.f.Shutdown()
		if called {
			sched.Reached(goal)
		}
	})
	if !res.Complete || len(res.Missing) > 0 {
		t.Error(res)
	}
}

// Line 9: of nothing to wait for, the answer is true, even if stop is closed.
func TestLine9WaitingForNothing(t *testing.T) {
	outcomes(t, func(int) string { return "true" }, func(minor int) {
		b := newBench(minor)
		b.stop.Close()
		sched.Outcome(fmt.Sprint(cache.WaitForCacheSync(b.stop)))
	})
}

// Line 9: without stop there is no false; waiting for what nobody runs is for
// ever.
func TestLine9WaitingForWhatNobodyRuns(t *testing.T) {
	res := explore.Run(explore.Options{}, func() {
		b := newBench(37, "a")
		cache.WaitForCacheSync(b.stop, b.inf.Synced())
	})
	if !res.Complete || res.Violating != res.Traces || res.Violations[0].Kind != sched.Deadlock {
		t.Errorf("%v %+v", res, res.Violations)
	}
}

// Line 1: ForResource registers at once, or says that it cannot.
func TestLine1ForResource(t *testing.T) {
	outcomes(t, func(int) string { return "<nil>,no informer found for pot,map[pod:true]" }, func(minor int) {
		b := newBench(minor)
		_, err := b.f.ForResource("pod")
		_, unknown := b.f.ForResource("pot")
		b.f.Start(b.stop)
		sched.Outcome(fmt.Sprintf("%v,%v,%v", err, unknown, b.f.WaitForCacheSync(b.stop)))
	})
}

// Line 2: a second Run is refused, or, before 0.23, really runs.
func TestLine2SecondRun(t *testing.T) {
	outcomes(t, func(minor int) string {
		if minor < 23 {
			return "runs"
		}
		return "refused"
	}, func(minor int) {
		b := newBench(minor)
		b.f.Start(b.stop)
		sched.Quiesce("first runs")
		back := false
		sched.Daemon("second", func() { b.inf.Run(b.stop); back = true })
		sched.Quiesce("second is asked for")
		if back {
			sched.Outcome("refused")
		} else {
			sched.Outcome("runs")
		}
	})
}

// Line 2: Shutdown waits for the handler that is running, and hangs without
// stop.
func TestLine2Shutdown(t *testing.T) {
	prog := func(stop bool) func() {
		return func() {
			b := newBench(37, "a")
			done := false
			b.inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) {
				sched.Reached("called")
				sched.Sleep()
				done = true
			}})
			b.f.Start(b.stop)
			b.f.WaitForCacheSync(b.stop)
			if stop {
				b.stop.Close()
			}
			b.f.Shutdown()
			sched.Outcome(fmt.Sprint(done))
		}
	}
	res := explore.Run(explore.Options{Goals: []string{"called"}}, prog(true))
	if !res.OK() {
		t.Errorf("%v %+v", res, res.Violations)
	}
	// Called and waited for, or dropped before.
	if res.Outcomes["true"] == 0 || res.Outcomes["false"] == 0 {
		t.Error(res.Outcomes)
	}
	res = explore.Run(explore.Options{}, prog(false))
	if res.Violating != res.Traces || res.Violations[0].Kind != sched.Deadlock {
		t.Errorf("%v %+v", res, res.Violations)
	}
}

// Indexes after the start are taken since 0.30.
func TestAddIndexersAfterStart(t *testing.T) {
	outcomes(t, func(minor int) string {
		if minor < 30 {
			return cache.ErrStarted.Error()
		}
		return "1"
	}, func(minor int) {
		b := newBench(minor, "a", "b")
		b.f.Start(b.stop)
		b.f.WaitForCacheSync(b.stop)
		err := b.inf.AddIndexers(map[string]cache.IndexFunc{"name": func(obj any) []string { return []string{obj.(*apiserver.Object).Key} }})
		if err != nil {
			sched.Outcome(err.Error())
			return
		}
		list, _ := b.inf.GetIndexer().ByIndex("name", "a")
		sched.Outcome(fmt.Sprint(len(list)))
	})
}

// A filter sees tombstones, and turns updates into adds and deletes.
func TestFilteringHandler(t *testing.T) {
	outcomes(t, func(int) string { return "add,delete" }, func(minor int) {
		b := newBench(minor, "a")
		var told []string
		b.inf.AddEventHandler(cache.FilteringResourceEventHandler{
			FilterFunc: func(obj any) bool { return obj.(*apiserver.Object).Value == "yes" },
			Handler: cache.ResourceEventHandlerFuncs{
				AddFunc:    func(any) { told = append(told, "add") },
				UpdateFunc: func(any, any) { told = append(told, "update") },
				DeleteFunc: func(any) { told = append(told, "delete") },
			},
		})
		b.f.Start(b.stop)
		b.f.WaitForCacheSync(b.stop)
		b.server.Update("pod", "a", "yes")
		b.server.Update("pod", "a", "no")
		sched.Quiesce("at rest")
		sched.Outcome(strings.Join(told, ","))
	})
}

// Line 2: what is queued when an informer stops is still processed up to 0.33;
// since v0.34.0 the process loop looks for the end of its context before each
// item, so that half of the first list may be in the store. From 0.35 on the
// list is taken at once. (controller.go, processLoop: v0.33.13, v0.34.0, v0.35.0)
func TestLine2StopDuringTheFirstList(t *testing.T) {
	for _, minor := range []int{20, 26, 32, 33, 34, 35, 36, 37} {
		want := []string{"0", "2"}
		if minor == 34 {
			want = []string{"0", "1", "2"}
		}
		res := explore.Run(explore.Options{}, func() {
			b := newBench(minor, "a", "b")
			b.f.Start(b.stop)
			b.stop.Close()
			sched.Quiesce("at rest")
			sched.Outcome(fmt.Sprint(len(b.inf.GetStore().Now())))
		})
		if got := slices.Sorted(maps.Keys(res.Outcomes)); !res.OK() || !slices.Equal(got, want) {
			t.Errorf("0.%d: %v, %q, want %q", minor, res, got, want)
		}
	}
}
