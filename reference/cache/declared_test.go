package cache

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/sched"
)

// inEachOrder requires what executions of a program show at their ends: of all that there
// are, and of those that each reduction leaves. What two steps do to each other has to be
// declared for a reduction to try both orders of them.
func inEachOrder(t *testing.T, name, want string, prog func() (shows func() string)) {
	t.Helper()
	for _, reduction := range []explore.Reduction{explore.None, explore.Sleep, explore.SourceDPOR} {
		seen := map[string]bool{} // not by class: that goes by what is declared
		res := explore.Run(explore.Options{Reduction: reduction, MaxRuns: 2000}, func() {
			shows := prog()
			sched.Finally(func() { seen[shows()] = true })
		})
		var all []string
		for text := range seen {
			all = append(all, text)
		}
		slices.Sort(all)
		if got := strings.Join(all, " | "); got != want || !res.Complete || res.Violating > 0 {
			t.Errorf("%s, %v: %s, want %s; %v %+v", name, reduction, got, want, res, res.Violations)
		}
	}
}

// storing is an informer of the objects of a store, which is started, and has no threads
// but those that a test gives it.
func storing(p *Profile, period int, store string) *SharedIndexInformer {
	server := apiserver.New()
	server.Serve("pod")
	inf := NewSharedIndexInformer(server, "pod", period, p, nil)
	inf.started = true
	for _, o := range pods(store) {
		inf.store.items[o.Key] = o
	}
	return inf
}

// controls is a run of the informer with what is queued by then: "+a1 ~a2 -a3".
func controls(inf *SharedIndexInformer, events string) *controller {
	c := newController(inf, sched.NewChan[struct{}](0))
	c.queue = newQueue(inf.profile, inf.store, inf)
	c.queue.populated, c.queue.synced = true, true
	for _, e := range strings.Fields(events) {
		c.queue.push(event(e))
	}
	return c
}

func event(text string) apiserver.Event {
	verb := map[byte]apiserver.Verb{'+': apiserver.Added, '~': apiserver.Modified, '-': apiserver.Deleted}[text[0]]
	return apiserver.Event{Verb: verb, Object: pod(text[1:])}
}

// hears adds a handler that nobody calls: what it is to be told, "+a1 ~a2 -a3", "@" for a
// resync and "!" for a tombstone.
func hears(inf *SharedIndexInformer, period int) (r *Registration, told func() string) {
	r = newRegistration(inf, "h", ResourceEventHandlerFuncs{}, period)
	inf.listeners = append(inf.listeners, r)
	return r, func() string {
		var words []string
		for _, n := range r.notes {
			old, _ := n.old.(*apiserver.Object)
			switch o := n.obj.(type) {
			case DeletedFinalStateUnknown:
				words = append(words, fmt.Sprintf("!%s%d", o.Key, o.Obj.(*apiserver.Object).Version))
			case *apiserver.Object:
				sign := map[verb]string{onAdd: "+", onUpdate: "~", onDelete: "-"}[n.verb]
				if old == o {
					sign = "@"
				}
				words = append(words, fmt.Sprintf("%s%s%d", sign, o.Key, o.Version))
			}
		}
		return strings.Join(words, " ")
	}
}

// step is a thread of one step.
func step(name string, effect func()) { sched.Go(name, func() { sched.Do(name, effect) }) }

// A resync that comes at the time of an event: it leaves alone what is queued, or comes
// before it. (Resync of both queues; AtomicFIFO queues it as one)
func TestResyncAndEvent(t *testing.T) {
	for minor, want := range map[int]string{
		20: "@a1 ~a2 | ~a2", 26: "@a1 ~a2 | ~a2", 34: "@a1 ~a2 | ~a2", 35: "@a1 ~a2 | ~a2", 37: "@@ ~a2 | ~a2 @@",
	} {
		p := ProfileFor(minor)
		inEachOrder(t, fmt.Sprint("0.", minor), want, func() func() string {
			c := controls(storing(&p, 1, "a1"), "")
			step("event", func() { c.queue.push(event("~a2")) })
			step("resync", func() { c.queue.resync(0) })
			return c.queue.queued
		})
	}
}

// A list without objects that comes at the time of an item's processing: RealFIFO's
// tombstones are first of the keys that are queued, then of those in the store alone, also
// if the transform has refused the first object of that list.
func TestTombstonesAndProcessing(t *testing.T) {
	for name, list := range map[string]func(q *queue){
		"list": func(q *queue) { q.replace(nil, 0) },
		"part": func(q *queue) { q.replacePart(pods("x9"), nil) },
	} {
		p := ProfileFor(34)
		inEachOrder(t, name, "!a1 !b2 | +b2 !b2 !a1", func() func() string {
			inf := storing(&p, 0, "a1")
			c := controls(inf, "+b2")
			var queued string
			step("list", func() {
				list(c.queue)
				queued = c.queue.queued()
			})
			sched.Loop("process", c.processLoop())
			return func() string { return queued }
		})
	}
}

// Two runs of one informer, as there may be up to 0.22, have one store: what one of them
// queues depends on what the other has processed.
func TestTwoRunsHaveOneStore(t *testing.T) {
	for _, test := range []struct {
		name, want string
		queues     func(q *queue)
	}{
		{"deletion", " | -a3", func(q *queue) { q.push(event("-a3")) }},
		{"list", " | !a1", func(q *queue) { q.replace(nil, 0) }},
		{"resync", " | @a1", func(q *queue) { q.resync(0) }},
	} {
		p := ProfileFor(22)
		inEachOrder(t, test.name, test.want, func() func() string {
			inf := storing(&p, 1, "a1")
			one, other := controls(inf, ""), controls(inf, "-a2")
			step(test.name, func() { test.queues(one.queue) })
			sched.Loop("process", other.processLoop())
			return one.queue.queued
		})
	}
}

// A handler with an initial add is synced when it has returned from it, and not before.
func TestSyncedWhenHandled(t *testing.T) {
	p := ProfileFor(34)
	inEachOrder(t, "handler", "false | true", func() func() string {
		inf := storing(&p, 0, "")
		inf.synced = true
		r, _ := hears(inf, 0)
		r.add(notification{verb: onAdd, obj: pod("a1"), initial: true})
		inf.listen(r)
		var synced bool
		sched.Go("asks", func() { synced = r.HasSynced() })
		return func() string { return fmt.Sprint(synced) }
	})
}

// The timer begins with the watch: a handler that comes later is not due at the first
// tick, and the ticks count from then.
func TestTimerBeginsWithTheWatch(t *testing.T) {
	p := ProfileFor(34)
	inEachOrder(t, "handler", "due false | due true", func() func() string {
		inf := storing(&p, 1, "")
		c := controls(inf, "")
		step("list", func() { c.setWatching(true) })
		var r *Registration
		sched.Go("add", func() { r, _ = inf.AddEventHandler(ResourceEventHandlerFuncs{}) })
		return func() string { return fmt.Sprint("due ", r.shouldResync(1, inf.timer)) }
	})
	inEachOrder(t, "tick", "from 0 | from 1", func() func() string {
		inf := storing(&p, 1, "")
		c := controls(inf, "")
		step("list", func() { c.setWatching(true) })
		sched.Go("time", inf.clock.Tick)
		return func() string { return fmt.Sprint("from ", c.fired) }
	})
}

// The timer ends with the watch: a tick that comes before is a resync, and none that comes
// after.
func TestTimerEndsWithTheWatch(t *testing.T) {
	p := ProfileFor(34)
	inEachOrder(t, "tick", " | @a1", func() func() string {
		inf := storing(&p, 1, "a1")
		hears(inf, 1)
		c := controls(inf, "")
		c.watching, inf.timer, inf.clock.ticks = true, 1, 1
		step("watch ends", func() { c.setWatching(false) })
		sched.Daemon("timer", c.resyncLoop)
		return c.queue.queued
	})
}

// A resync comes in any order of what is in the store by then, and a list's tombstones
// in any order of what is missing by then.
func TestOrdersOfWhatIsThereByThen(t *testing.T) {
	p := ProfileFor(26)
	p.AnyOrder = true
	inEachOrder(t, "resync", "+b2 @a1 | +b2 @a1 @b2 | +b2 @b2 @a1", func() func() string {
		inf := storing(&p, 1, "a1")
		_, told := hears(inf, 1)
		c := controls(inf, "+b2")
		c.watching, inf.timer, inf.clock.ticks = true, 1, 1
		sched.Daemon("timer", c.resyncLoop)
		sched.Loop("process", c.processLoop())
		return told
	})
	inEachOrder(t, "fewer tombstones", "-a2 !b1 !c1 | -a2 !c1 !b1", func() func() string {
		inf := storing(&p, 0, "a1 b1 c1")
		_, told := hears(inf, 0)
		c := controls(inf, "-a2")
		sched.Go("list", func() { c.queueList(listing{}) })
		sched.Loop("process", c.processLoop())
		return told
	})
	old := ProfileFor(23) // which has tombstones of what is in the store alone
	old.AnyOrder = true
	inEachOrder(t, "more tombstones", "+b2 !a1 | +b2 !a1 !b2 | +b2 !b2 !a1", func() func() string {
		inf := storing(&old, 0, "a1")
		_, told := hears(inf, 0)
		c := controls(inf, "+b2")
		sched.Go("list", func() { c.queueList(listing{}) })
		sched.Loop("process", c.processLoop())
		return told
	})
}

// A streamed list comes in any order, and tombstones of what it does not have after that in
// the order of their keys; what a transform refuses of it counts for nothing.
func TestStreamedListsInAnyOrder(t *testing.T) {
	for _, test := range []struct {
		minor             int
		store, list, want string
	}{
		{35, "a1 b1", "c3 d4", "!a1 !b1 =c3 =d4 | !a1 !b1 =d4 =c3"},
		{37, "", "a1 b2 c3 x4", "[a1][b2][c3] | [a1][c3][b2] | [b2][a1][c3] | [b2][c3][a1] | [c3][a1][b2] | [c3][b2][a1]"},
	} {
		p := ProfileFor(test.minor)
		p.AnyOrder = true
		inEachOrder(t, fmt.Sprint("0.", test.minor), test.want, func() func() string {
			c := controls(storing(&p, 0, test.store), "")
			c.transform = refuses("x")
			sched.Go("list", func() { c.queueList(listing{objects: pods(test.list), streamed: true}) })
			return c.queue.queued
		})
	}
}

// refuses is a transform that refuses an object.
func refuses(key string) func(any) (any, error) {
	return func(obj any) (any, error) {
		if obj.(*apiserver.Object).Key == key {
			return nil, errors.New("refused")
		}
		return obj, nil
	}
}

// While a removal waits for an informer that stops, it has startedLock: who asks for that
// first gets through.
func TestRemovalHasTheLock(t *testing.T) {
	p := ProfileFor(34)
	inEachOrder(t, "removal", "answered false | answered true", func() func() string {
		inf := storing(&p, 0, "")
		r, _ := hears(inf, 0)
		inf.locks.closing = 1
		answered := false
		sched.Daemon("removal", func() { inf.RemoveEventHandler(r) })
		sched.Daemon("asks", func() { inf.IsStopped(); answered = true })
		return func() string { return fmt.Sprint("answered ", answered) }
	})
}

// A removal that waits goes on as soon as the calls have returned, and whoever comes then
// gets the lock.
func TestRemovalGoesOn(t *testing.T) {
	p := ProfileFor(34)
	inEachOrder(t, "removal", "removed false | removed true", func() func() string {
		inf := storing(&p, 0, "")
		r, _ := hears(inf, 0)
		inf.locks.closing = 1
		removed := sched.NewAtomic("removed", false)
		sched.Go("removal", func() {
			inf.RemoveEventHandler(r)
			removed.Store(true)
		})
		var before bool
		sched.Go("stop", func() {
			sched.Do("calls have returned", inf.locks.closed)
			before = removed.Load()
			inf.IsStopped()
		})
		return func() string { return fmt.Sprint("removed ", before) }
	})
}

// Who has removed a handler does not wait for a stop that comes later.
func TestRemovalBeforeStop(t *testing.T) {
	p := ProfileFor(34)
	inEachOrder(t, "removal", "removed", func() func() string {
		inf := storing(&p, 0, "")
		r, _ := hears(inf, 0)
		said := ""
		sched.Go("removal", func() { inf.RemoveEventHandler(r); said = "removed" })
		sched.Go("stop", func() {
			sched.Await("stop", func() bool { return len(inf.listeners) == 0 }, func() { inf.locks.closing++ },
				sched.Access{Obj: &inf.procObj, Mode: sched.Write}, inf.locks.change())
		})
		return func() string { return said }
	})
}

// What is waited for may come before it is looked at, or after; and of several things each
// may be the last.
func TestWaitsAreWokenByEach(t *testing.T) {
	for _, stopped := range []bool{true, false} {
		want := map[bool]string{true: "false | true", false: "first | last"}[stopped]
		inEachOrder(t, fmt.Sprint("stopped ", stopped), want, func() func() string {
			stop, said := sched.NewChan[struct{}](0), ""
			if stopped {
				stop.Close()
			}
			var all []sched.Branch
			var come []func()
			for _, name := range []string{"a", "b"} {
				there, obj := stopped && name == "b", sched.NewObject(name)
				come = append(come, func() {
					sched.Do(name, func() { there = true }, sched.Access{Obj: &obj, Mode: sched.Produce})
				})
				all = append(all, sched.Branch{Name: name, Guard: func() bool { return there }, Acc: []sched.Access{{Obj: &obj, Mode: sched.Consume}}})
			}
			through := sched.NewAtomic("through", false)
			sched.Go("waits", func() {
				synced := WaitForCacheSync(stop, all...)
				if through.Store(true); stopped {
					said = fmt.Sprint(synced)
				}
			})
			if stopped {
				come[0]()
				return func() string { return said }
			}
			come[1]()
			come[0]()
			if said = "first"; through.Load() {
				said = "last"
			}
			return func() string { return said }
		})
	}
}

// Up to 0.22 an informer that runs twice has two threads for a handler: while one of them
// calls it, the other tells it what is next.
func TestTwoRunsCallAHandlerTogether(t *testing.T) {
	p := ProfileFor(22)
	inEachOrder(t, "calls", "3 of 3", func() func() string {
		inf := storing(&p, 0, "")
		returned := 0
		second := sched.NewChan[struct{}](0)
		r, _ := hears(inf, 0)
		r.handler = ResourceEventHandlerFuncs{AddFunc: func(obj any) {
			switch obj.(*apiserver.Object).Key {
			case "a":
				second.Recv()
			case "b":
				second.Close()
			}
			returned++
		}}
		for _, o := range pods("a1 b2 c3") {
			r.add(notification{verb: onAdd, obj: o})
		}
		inf.listen(r)
		inf.listen(r)
		return func() string { return fmt.Sprint(returned, " of ", len(r.notes)) }
	})
}
