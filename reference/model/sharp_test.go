package model

import (
	"fmt"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/factory"
	"github.com/informerlint/informerlint/reference/sched"
	. "github.com/informerlint/informerlint/reference/script"
)

// The tests of this file are sharp in places where those of the checklist are
// not: each was added because a mutant of the runtime got past the others
// (reference/internal/mutants).

// The litmus tests say the same with the steps of client-go.
func TestLitmusInFineSteps(t *testing.T) {
	for _, l := range litmuses {
		for _, minor := range []int{26, 34, 35, 37} {
			p := cache.ProfileFor(minor)
			p.Fine = true
			if minor < l.script.Since {
				continue
			}
			if err := l.run(p); err != nil {
				t.Errorf("%s, 0.%d: %v", l.name, minor, err)
			}
		}
	}
}

// Of the first list, what is stopped at once has all or nothing, but for the
// versions that look for stop before each item.
func TestStopWithAFullQueue(t *testing.T) {
	sc := Script{Objs: []string{"a", "b", "c"}, Steps: steps(Register(Pod), Start(s), Stop(s), Settle(), Probe(Pod))}
	for _, minor := range minors {
		stores := map[string]bool{}
		set, res := Allowed(sc, cache.ProfileFor(minor), explore.Options{})
		if !res.Complete || res.Violating > 0 {
			t.Errorf("0.%d: %v", minor, res)
		}
		for text := range set {
			_, store, _ := strings.Cut(text, "store=")
			stores[store] = true
		}
		want := []string{"", "a1.0,b1.0,c1.0"}
		if minor == 34 {
			want = append(want, "a1.0", "a1.0,b1.0")
		}
		for _, w := range want {
			if !stores[w] {
				t.Errorf("0.%d: never %q: %v", minor, w, stores)
			}
		}
		if len(stores) != len(want) {
			t.Errorf("0.%d: %v, want %q", minor, stores, want)
		}
	}
}

// Searches that leave out executions miss none of the litmus tests' classes.
func TestReductionsAgreeOnLitmus(t *testing.T) {
	compared := 0
	for _, l := range litmuses {
		for _, minor := range []int{20, 34, 35, 37} {
			if minor < l.script.Since {
				continue
			}
			prog := Program(l.script, cache.ProfileFor(minor))
			all, none := reached(explore.Options{Reduction: explore.None, MaxRuns: 300}, prog)
			if !none.Complete {
				continue
			}
			compared++
			if dpor := explore.Run(explore.Options{}, prog); !dpor.SameClasses(none) || len(dpor.Outcomes) != len(all) {
				t.Errorf("%s, 0.%d: source-dpor %v, every schedule %v", l.name, minor, dpor, none)
			}
		}
	}
	if compared < 20 {
		t.Errorf("only %d are small enough", compared)
	}
}

// A filter tells of an object that leaves it as it was, and of all others as
// they are.
func TestFilterTellsWhichObject(t *testing.T) {
	outcomes(t, func(int) string { return "add yes 2,update yes 2 yes 3,delete yes 3,add yes 5,delete yes 6" }, func(minor int) {
		b := newBench(minor, "a")
		var told []string
		say := func(verb string, objs ...any) {
			for _, obj := range objs {
				o := obj.(*apiserver.Object)
				verb += fmt.Sprintf(" %v %d", o.Value, o.Version)
			}
			told = append(told, verb)
		}
		b.inf.AddEventHandler(cache.FilteringResourceEventHandler{
			FilterFunc: func(obj any) bool { return obj.(*apiserver.Object).Value == "yes" },
			Handler: cache.ResourceEventHandlerFuncs{
				AddFunc:    func(obj any) { say("add", obj) },
				UpdateFunc: func(older, newer any) { say("update", older, newer) },
				DeleteFunc: func(obj any) { say("delete", obj) },
			},
		})
		b.f.Start(b.stop)
		b.f.WaitForCacheSync(b.stop)
		for _, value := range []string{"yes", "yes", "no", "yes"} {
			b.server.Update("pod", "a", value)
			sched.Quiesce("told")
		}
		b.server.Delete("pod", "a")
		sched.Quiesce("at rest")
		sched.Outcome(strings.Join(told, ","))
	})
}

// A filter hands on whether an add is initial, and its own adds are not.
func TestFilterHandsOnTheFlag(t *testing.T) {
	for _, minor := range []int{26, 37} {
		want := fmt.Sprintf("a %v,b false,c false", minor >= 27)
		res := explore.Run(explore.Options{}, func() {
			b := newBench(minor, "a")
			var told []string
			b.inf.AddEventHandler(cache.FilteringResourceEventHandler{
				FilterFunc: func(obj any) bool { return obj.(*apiserver.Object).Value != "hidden" },
				Handler: cache.ResourceEventHandlerDetailedFuncs{
					AddFunc: func(obj any, initial bool) {
						told = append(told, fmt.Sprint(obj.(*apiserver.Object).Key, " ", initial))
					},
					UpdateFunc: func(any, any) { told = append(told, "update") },
					DeleteFunc: func(any) { told = append(told, "delete") },
				},
			})
			b.f.Start(b.stop)
			b.f.WaitForCacheSync(b.stop)
			b.server.Create("pod", "b", nil)
			b.server.Create("pod", "c", "hidden")
			b.server.Update("pod", "c", "seen")
			sched.Quiesce("at rest")
			sched.Outcome(strings.Join(told, ","))
		})
		if !res.OK() || len(res.Outcomes) != 1 || res.Outcomes[want] == 0 {
			t.Errorf("0.%d: %v %v, want %q", minor, res, res.Outcomes, want)
		}
	}
}

// Handlers without functions are told nothing, and do no harm.
func TestHandlersWithoutFunctions(t *testing.T) {
	outcomes(t, func(int) string { return "done" }, func(minor int) {
		b := newBench(minor, "a")
		b.inf.AddEventHandler(cache.ResourceEventHandlerFuncs{})
		b.inf.AddEventHandler(cache.ResourceEventHandlerDetailedFuncs{})
		b.f.Start(b.stop)
		b.f.WaitForCacheSync(b.stop)
		b.server.Update("pod", "a", nil)
		b.server.Delete("pod", "a")
		sched.Quiesce("at rest")
		sched.Outcome("done")
	})
}

// Setup is refused once an informer has started, and works before: a transform
// sees each object before the store does, once, as an object of its own.
func TestSetup(t *testing.T) {
	outcomes(t, func(int) string { return "1 2 refused refused" }, func(minor int) {
		b := newBench(minor, "a")
		seen := map[any]bool{}
		change := func(obj any) (any, error) {
			if seen[obj] {
				sched.Fail("again", "the transform has had %v before", obj)
			}
			seen[obj] = true
			obj.(*apiserver.Object).Value = len(seen)
			return obj, nil
		}
		if b.inf.SetTransform(change) != nil || b.inf.SetWatchErrorHandler(nil) != nil {
			sched.Fail("setup", "refused before the start")
		}
		var told []string
		b.inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
			AddFunc:    func(obj any) { told = append(told, fmt.Sprint(obj.(*apiserver.Object).Value)) },
			UpdateFunc: func(_, obj any) { told = append(told, fmt.Sprint(obj.(*apiserver.Object).Value)) },
		})
		b.f.Start(b.stop)
		b.f.WaitForCacheSync(b.stop)
		b.server.Update("pod", "a", 0)
		sched.Quiesce("at rest")
		for _, err := range []error{b.inf.SetTransform(change), b.inf.SetWatchErrorHandler(nil)} {
			if err == cache.ErrStarted {
				told = append(told, "refused")
			}
		}
		if v := b.server.State("pod")[0].Value; v != 0 {
			sched.Fail("shared", "the server's object is changed to %v", v)
		}
		sched.Outcome(strings.Join(told, " "))
	})
}

// What a store and its indexes say.
func TestIndexer(t *testing.T) {
	outcomes(t, func(int) string {
		return "[a b] [] true false 2 1 0 <nil> index with name none does not exist indexer conflict"
	}, func(minor int) {
		b := newBench(minor, "a", "b")
		byKind := func(obj any) []string { return []string{"x", obj.(*apiserver.Object).Key, "x"} }
		err := b.inf.AddIndexers(map[string]cache.IndexFunc{"kind": byKind})
		conflict := b.inf.AddIndexers(map[string]cache.IndexFunc{"other": byKind, "kind": byKind})
		before := fmt.Sprint(b.inf.GetStore().ListKeys())
		b.f.Start(b.stop)
		b.f.WaitForCacheSync(b.stop)
		store := b.inf.GetIndexer()
		_, has := store.GetByKey("a")
		none, hasNot := store.GetByKey("c")
		if none != nil {
			sched.Fail("nothing", "%v", none)
		}
		all, _ := store.ByIndex("kind", "x")
		one, _ := store.ByIndex("kind", "a")
		zero, _ := store.ByIndex("kind", "c")
		_, unknown := store.ByIndex("none", "x")
		sched.Outcome(fmt.Sprint(store.ListKeys(), " ", before, " ", has, " ", hasNot, " ", len(all), " ", len(one), " ", len(zero), " ", err, " ", unknown, " ", conflict))
	})
}

// A stopped informer takes no indexes any more, since 0.30 with an error of its
// own.
func TestAddIndexersAfterStop(t *testing.T) {
	outcomes(t, func(minor int) string {
		if minor < 30 {
			return cache.ErrStarted.Error()
		}
		return cache.ErrIndexerStopped.Error()
	}, func(minor int) {
		b := newBench(minor)
		b.f.Start(b.stop)
		b.f.WaitForCacheSync(b.stop)
		b.stop.Close()
		sched.Quiesce("stopped")
		sched.Outcome(b.inf.AddIndexers(map[string]cache.IndexFunc{"x": nil}).Error())
	})
}

// WaitForCacheSync waits for each of its branches, looks before it looks for
// stop, and gives up when stop comes.
func TestWaitForCacheSync(t *testing.T) {
	outcomes(t, func(int) string { return "true false true" }, func(minor int) {
		b := newBench(minor)
		node := b.f.InformerFor("node")
		b.f.Start(b.stop)
		first := cache.WaitForCacheSync(b.stop, b.inf.Synced(), node.Synced())
		other := sched.NamedChan[struct{}]("other", 0)
		sched.Go("closer", func() { sched.Quiesce("hangs"); other.Close() })
		late := b.f.InformerFor("late")
		never := cache.WaitForCacheSync(other, b.inf.Synced(), late.Synced(), node.Synced())
		sched.Outcome(fmt.Sprint(first, never, cache.WaitForCacheSync(other, b.inf.Synced())))
	})
}

// Of an unstarted factory nothing is waited for, and Shutdown has nothing to
// wait for.
func TestFactoryAtRest(t *testing.T) {
	outcomes(t, func(int) string { return "map[] true" }, func(minor int) {
		p := cache.ProfileFor(minor)
		server := apiserver.New()
		f := factory.New(server, 0, &p, nil)
		inf := f.InformerFor("pod")
		waited := f.WaitForCacheSync(sched.NewChan[struct{}](0))
		f.Shutdown()
		sched.Outcome(fmt.Sprint(waited, inf == f.InformerFor("pod")))
	})
}

// After a stop a loop that does not drain its queue takes one more item, if it
// was waiting for it.
func TestStopProcessesOneMore(t *testing.T) {
	sc := Script{Objs: []string{"a", "b", "c"}, Steps: steps(Register(Pod), Start(s), Stop(s), Probe(Pod), Settle(), Probe(Pod))}
	set, res := Allowed(sc, cache.ProfileFor(34), explore.Options{})
	most := 0
	for text := range set {
		before, after, _ := strings.Cut(strings.TrimPrefix(text, "env: probe"), "probe")
		most = max(most, strings.Count(after, ".0")-strings.Count(before, ".0"))
	}
	if !res.Complete || most != 1 {
		t.Errorf("%v: up to %d more are processed\n%s", res, most, Text(set))
	}
}

// A stop at any time: no search misses what every schedule shows.
func TestReductionsAgreeOnStop(t *testing.T) {
	for _, minor := range []int{26, 34} {
		p := cache.ProfileFor(minor)
		p.StreamsList = false
		prog := Program(Script{Objs: []string{"a"}, Steps: steps(Register(Pod), Start(s), Stop(s))}, p)
		all, none := reached(explore.Options{Reduction: explore.None, MaxRuns: 20000}, prog)
		dpor := explore.Run(explore.Options{}, prog)
		if !none.Complete || !dpor.SameClasses(none) || len(all) != len(dpor.Outcomes) {
			t.Errorf("0.%d: source-dpor %v, every schedule %v", minor, dpor, none)
		}
	}
}

// A handler that takes no part in resyncs hears of everything else.
func TestResyncsAloneAreWithheld(t *testing.T) {
	sc := Script{Objs: []string{"a", "b"}, Resync: 1, Steps: steps(Handler(Pod, "h", 0), Handler(Pod, "i", 1), Start(s), Settle(), Tick(),
		Modify("a"), Settle(), Delete("a"), Settle(), Create("c"), Settle(), missed(Delete("b"), Modify("c"), Create("d")), Tick())}
	for _, minor := range minors {
		p := cache.ProfileFor(minor)
		p.StreamsList = false
		set, res := Allowed(sc, p, explore.Options{})
		last := "tomb b1.0; update c1.0 c1.1; add d1.0"
		if minor < 33 {
			last = "update c1.0 c1.1; add d1.0; tomb b1.0"
		}
		rest := "update a1.0 a1.1; delete a1.1; add c1.0; " + last
		want := canonical(flags(minor, lines("h: add a1.0 init; add b1.0 init; "+rest,
			"i: add a1.0 init; add b1.0 init; sync a1.0; sync b1.0; "+rest+"; sync c1.1; sync d1.0")))
		if !res.Complete || len(set) != 1 || set[want] == 0 {
			t.Errorf("0.%d: %v, want\n%s\ngot\n%s", minor, res, want, Text(set))
		}
	}
}

// The resync timer ends with its informer.
func TestStopEndsTheResyncTimer(t *testing.T) {
	sc := Script{Since: 26, Objs: []string{"a"}, Resync: 1,
		Steps: steps(Handler(Pod, "h", Default), Start(s), Settle(), Tick(), Stop(s), Shutdown(), Probe(Pod))}
	for _, minor := range []int{26, 34, 37} {
		set, res := Allowed(sc, cache.ProfileFor(minor), explore.Options{MaxRuns: 5000})
		want := canonical(flags(minor, lines("env: probe pod synced=true stopped=true store=a1.0 h=true", "h: add a1.0 init; sync a1.0")))
		if !res.Complete || res.Violating > 0 || len(set) != 1 || set[want] == 0 {
			t.Errorf("0.%d: %v %s", minor, res, Text(set))
		}
	}
}
