package cache

import (
	"fmt"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/sched"
)

// An informer that runs against a server, and what it tells its handler: "a1 b2", with the
// versions, "@a1" for a resync and "-a2" for a deletion.
type watched struct {
	server *apiserver.Server
	clock  *Clock
	inf    *SharedIndexInformer
	told   []string
}

// watches starts one of object a, which has version 1.
func watches(p *Profile, period int, transform func(any) (any, error)) *watched {
	w := &watched{server: apiserver.New(), clock: NewClock()}
	w.server.WriteNow(apiserver.Change{Object: apiserver.Object{Kind: "pod", Key: "a"}})
	w.inf = NewSharedIndexInformer(w.server, "pod", period, p, w.clock)
	if transform != nil {
		w.inf.SetTransform(transform)
	}
	say := func(sign string, obj any) {
		o := obj.(*apiserver.Object)
		w.told = append(w.told, fmt.Sprintf("%s%s%d", sign, o.Key, o.Version))
	}
	w.inf.AddEventHandler(ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { say("", obj) },
		UpdateFunc: func(old, obj any) {
			if old == obj {
				say("@", obj)
			} else {
				say("", obj)
			}
		},
		DeleteFunc: func(obj any) { say("-", obj) },
	})
	stop := sched.NewChan[struct{}](0)
	sched.Daemon("run", func() { w.inf.Run(stop) })
	return w
}

// then does one thing after the other, each when all is at rest.
func (w *watched) then(acts ...func()) {
	for _, act := range acts {
		sched.Quiesce("at rest")
		w.server.Age() // no watch is very short
		act()
	}
	sched.Quiesce("at rest")
}

// The next watch begins after the last event, whatever a transform makes of it, and also if
// it has refused it (reflector.go, handleAnyWatch: the version is set after the object is
// queued, or not).
func TestNextWatchBeginsAfterTheLastEvent(t *testing.T) {
	refused := 0
	for _, test := range []struct {
		name, want string
		transform  func(any) (any, error)
	}{
		{"no transform", "a1 b2 c3", nil},
		{"without versions", "a0 b0 c0", func(obj any) (any, error) {
			own := *obj.(*apiserver.Object)
			own.Version = 0
			return &own, nil
		}},
		{"refused", "a1 c3", func(obj any) (any, error) {
			if obj.(*apiserver.Object).Key == "b" {
				refused++
			}
			return refuses("b")(obj)
		}},
	} {
		for _, minor := range []int{26, 34} {
			p := ProfileFor(minor)
			refused = 0
			simply(t, func() {
				w := watches(&p, 0, test.transform)
				w.then(func() { w.server.Create("pod", "b", nil) }, func() { w.server.Drop("pod") }, func() { w.server.Create("pod", "c", nil) })
				if got := strings.Join(w.told, " "); got != test.want || refused > 1 {
					t.Errorf("0.%d, %s: %s, want %s; refused %d times", minor, test.name, got, test.want, refused)
				}
			})
		}
	}
}

// A list that is refused is done again, before there is a watch.
func TestRefusedListIsDoneAgain(t *testing.T) {
	p := ProfileFor(34)
	res := explore.Run(explore.Options{}, func() {
		server := apiserver.New()
		server.Allow("pod", apiserver.Faults{FailedLists: 1})
		inf := NewSharedIndexInformer(server, "pod", 0, &p, nil)
		stop := sched.NewChan[struct{}](0)
		sched.Daemon("run", func() { inf.Run(stop) })
		if !WaitForCacheSync(stop, inf.Synced()) {
			sched.Fail("synced", "it is not")
		}
	})
	if !res.OK() || res.Traces < 2 {
		t.Errorf("%v %+v", res, res.Violations)
	}
}

// The resync timer runs while there is a watch, and from its beginning (reflector.go,
// ListAndWatch: startResync ends when it returns).
func TestTimerRunsWithTheWatch(t *testing.T) {
	for _, minor := range []int{26, 34, 37} {
		p := ProfileFor(minor)
		p.StreamsList = false
		simply(t, func() {
			w := watches(&p, 2, nil)
			down := func(is bool) func() { return func() { w.server.SetDown(is) } }
			tick := w.clock.Tick
			w.then(tick, down(true), func() { w.server.Fail("pod") }, tick, tick)
			if got := strings.Join(w.told, " "); got != "a1" {
				t.Errorf("0.%d: a resync without a watch: %s", minor, got)
			}
			w.then(down(false), tick)
			before := len(w.told)
			w.then(tick)
			if got := strings.Join(w.told[before:], " "); got != "@a1" {
				t.Errorf("0.%d: two ticks after the relist: %q after %q", minor, got, w.told[:before])
			}
		})
	}
}

// Since 0.35 the first list is the beginning of a watch.
func TestFirstListIsStreamed(t *testing.T) {
	for minor, want := range map[int]bool{34: false, 35: true, 37: true} {
		p := ProfileFor(minor)
		trace, err := explore.Replay(nil, func() { watches(&p, 0, nil).then() })
		if err != nil || len(trace.Failures) > 0 {
			t.Fatalf("%v %+v", err, trace)
		}
		streamed := false
		for _, e := range trace.Events {
			streamed = streamed || e.Text == "WATCH with list of pod"
		}
		if streamed != want {
			t.Errorf("0.%d: streamed: %t", minor, streamed)
		}
	}
}

// After a transform has refused two lists in a row, the next one waits until time passes; or
// for the end.
func TestBackoff(t *testing.T) {
	p := ProfileFor(34)
	simply(t, func() {
		inf := storing(&p, 0, "")
		c := controls(inf, "")
		c.transform = refuses("x")
		answers, ended := "", false
		sched.Go("lists", func() {
			for i, list := range []string{"x1", "a1", "x1", "x1", "x1"} {
				a := c.queueList(listing{objects: pods(list)})
				answers += fmt.Sprint(i, map[apiserver.Answer]string{apiserver.Stopped: " stopped ", apiserver.Answered: " answered ", apiserver.Refused: " refused "}[a])
			}
			ended = true
		})
		sched.Quiesce("waits")
		if want := "0 refused 1 answered 2 refused "; answers != want {
			t.Errorf("before time passes: %s, want %s", answers, want)
		}
		inf.server.Age()
		sched.Quiesce("waits again")
		if want := "0 refused 1 answered 2 refused 3 refused "; answers != want {
			t.Errorf("after that: %s, want %s", answers, want)
		}
		c.stop.Close()
		sched.Quiesce("stopped")
		if want := "0 refused 1 answered 2 refused 3 refused 4 stopped "; answers != want || !ended {
			t.Errorf("after the stop: %s, want %s", answers, want)
		}
	})
}

// A list of which the transform refuses an object leaves no tombstones of what comes after
// that.
func TestRefusedListHasNoTombstonesOfItsRest(t *testing.T) {
	p := ProfileFor(34)
	simply(t, func() {
		c := controls(storing(&p, 0, "b1 c1"), "")
		c.transform = refuses("a")
		if a := c.queueList(listing{objects: pods("a2 b1")}); a != apiserver.Refused {
			t.Errorf("answer %d", a)
		}
		if got := c.queue.queued(); got != "!c1" {
			t.Errorf("queued: %s", got)
		}
	})
}

// With the mistake that only 410 makes it list, no other end does.
func TestMistakeOfTheEnds(t *testing.T) {
	p := ProfileFor(34)
	p.Mistake = RelistOnlyOnGone
	c := &controller{inf: &SharedIndexInformer{profile: &p}}
	for end, want := range map[apiserver.Ending]bool{apiserver.Gone: true, apiserver.Failed: false, apiserver.Closed: false} {
		if c.relists(end) != want {
			t.Errorf("%v: lists %t", end, !want)
		}
	}
}

// A handler that has come while this timer was running has not been there for a whole
// period at the tick when it would be due.
func TestDueOfWhoCameWithTheTimer(t *testing.T) {
	p := ProfileFor(26)
	once(t, func() {
		inf := storing(&p, 1, "a1")
		inf.timer, inf.clock.ticks = 1, 1
		hears(inf, 1)
		c := controls(inf, "")
		for tick, want := range map[int]string{2: "", 3: "@a1"} {
			inf.clock.ticks = tick
			inf.listeners[0].due = 2
			inf.listeners[0].timer = 1
			if c.resync(0); c.queue.queued() != want {
				t.Errorf("tick %d: %q, want %q", tick, c.queue.queued(), want)
			}
			takeAll(c.queue)
		}
	})
}
