package model

import (
	"errors"
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
)

// A diary is a handler that writes down what it is told, as verb and objects:
// "add a1@1 init" is object a with UID a1 and resourceVersion 1.
type diary struct{ told []string }

func (d *diary) OnAdd(obj any, initial bool) {
	text := "add " + brief(obj)
	if initial {
		text += " init"
	}
	d.told = append(d.told, text)
}

func (d *diary) OnUpdate(oldObj, newObj any) {
	d.told = append(d.told, "update "+brief(oldObj)+" "+brief(newObj))
}

func (d *diary) OnDelete(obj any) { d.told = append(d.told, "delete "+brief(obj)) }

func (d *diary) String() string { return strings.Join(d.told, "; ") }

func brief(obj any) string {
	switch o := obj.(type) {
	case *apiserver.Object:
		return fmt.Sprintf("%s@%d", o.UID, o.Version)
	case cache.DeletedFinalStateUnknown:
		return "tombstone of " + brief(o.Obj)
	}
	return fmt.Sprint(obj)
}

// lives explores a program for a version and returns its outcomes.
func lives(t *testing.T, minor int, prog func()) []string {
	t.Helper()
	res := explore.Run(explore.Options{}, prog)
	if !res.OK() {
		t.Errorf("0.%d: %v %+v", minor, res, res.Violations)
	}
	if sleep := explore.Run(explore.Options{Reduction: explore.Sleep}, prog); !sleep.SameClasses(res) {
		t.Errorf("0.%d: source-dpor %v, sleep %v", minor, res, sleep)
	}
	return slices.Sorted(maps.Keys(res.Outcomes))
}

func compare(t *testing.T, minor int, got, want []string) {
	t.Helper()
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("0.%d:\n\t%s\nwant\n\t%s", minor, strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

// initial is how the flag of an initial add looks in a version.
func initial(minor int) string {
	if minor < 27 {
		return ""
	}
	return " init"
}

// A LIST that fails is repeated; until one has come, the informer is not synced
// and nobody is told anything. (reflector.go, ListAndWatch, all versions: it
// returns the error, and Run calls it again after a backoff.)
func TestListThatFailsIsRepeated(t *testing.T) {
	for _, minor := range minors {
		got := lives(t, minor, func() {
			b := newBench(minor, "a")
			b.server.Allow("pod", apiserver.Faults{FailedLists: 2})
			d := &diary{}
			b.inf.AddEventHandler(d)
			b.f.Start(b.stop)
			b.f.WaitForCacheSync(b.stop)
			if len(b.inf.GetStore().List()) != 1 {
				sched.Fail("synced", "without a list")
			}
			sched.Quiesce("at rest")
			sched.Outcome(d.String())
		})
		compare(t, minor, got, []string{"add a1@1" + initial(minor)})
	}
}

// While lists fail, nothing is synced: with a stop in between it never is.
func TestListThatFailsLeavesTheInformerUnsynced(t *testing.T) {
	for _, minor := range minors {
		got := lives(t, minor, func() {
			b := newBench(minor, "a")
			b.server.Allow("pod", apiserver.Faults{FailedLists: 1})
			b.server.SetDown(true)
			b.f.Start(b.stop)
			sched.Quiesce("nobody answers")
			b.server.SetDown(false)
			b.stop.Close()
			sched.Quiesce("at rest")
			sched.Outcome(fmt.Sprint(b.inf.HasSynced(), len(b.inf.GetStore().Now())))
		})
		// From 0.36 on a thread of its own notices, and may be too late; from 0.34 on the
		// process loop may have ended before.
		want := []string{"false 0", "true 1"}
		if minor >= 36 {
			want = append(want, "false 1")
		}
		compare(t, minor, got, want)
	}
}

// A WATCH that is refused is followed by a list, as is one that has failed:
// a change in between may be in the list, and then is told once.
func TestWatchThatIsRefusedIsFollowedByAList(t *testing.T) {
	for _, minor := range minors {
		got := lives(t, minor, func() {
			b := newBench(minor, "a")
			b.server.Allow("pod", apiserver.Faults{FailedWatches: 1})
			d := &diary{}
			b.inf.AddEventHandler(d)
			b.f.Start(b.stop)
			b.f.WaitForCacheSync(b.stop)
			sched.Quiesce("at rest")
			sched.Outcome(d.String())
		})
		compare(t, minor, got, []string{"add a1@1" + initial(minor), "add a1@1" + initial(minor) + "; update a1@1 a1@1"})
	}
}

// The first list may be of the past (resourceVersion "0": any version), and the
// watch makes up for it.
func TestFirstListMayBeStale(t *testing.T) {
	for _, minor := range minors {
		got := lives(t, minor, func() {
			b := newBench(minor, "a")
			b.server.Allow("pod", apiserver.Faults{StaleLists: 1, Lag: 1})
			b.server.Delete("pod", "a")
			d := &diary{}
			b.inf.AddEventHandler(d)
			b.f.Start(b.stop)
			b.f.WaitForCacheSync(b.stop)
			sched.Quiesce("at rest")
			sched.Outcome(fmt.Sprint(len(b.inf.GetStore().Now()), d))
		})
		compare(t, minor, got, []string{"0 ", "0 add a1@1" + initial(minor) + "; delete a1@2"})
	}
}

// A client that begins anew may see what is older than what it has seen before:
// it travels back in time. The same client never does, for it asks for what is
// not older than what it has seen (reflector.go, relistResourceVersion, v0.18.0),
// unless the server does not keep to that.
func TestTimeTravel(t *testing.T) {
	prog := func(minor int, restart, backwards bool) func() {
		return func() {
			b := newBench(minor, "a")
			b.server.Allow("pod", apiserver.Faults{})
			b.server.Update("pod", "a", "new")
			b.f.Start(b.stop)
			sched.Quiesce("the new one is seen")
			b.server.Allow("pod", apiserver.Faults{StaleLists: 1, Lag: 1, Backwards: backwards})
			d := &diary{}
			inf := b.inf
			if restart {
				b.stop.Close()
				f := factory2(b, minor)
				inf = f.InformerFor("pod")
				inf.AddEventHandler(d)
				f.Start(sched.NamedChan[struct{}]("stop2", 0))
			} else {
				inf.AddEventHandler(d)
				b.server.Fail("pod")
			}
			sched.Quiesce("at rest")
			sched.Outcome(d.String())
		}
	}
	for _, minor := range minors {
		in := initial(minor)
		compare(t, minor, lives(t, minor, prog(minor, true, false)),
			[]string{"add a1@2" + in, "add a1@1" + in + "; update a1@1 a1@2"})
		compare(t, minor, lives(t, minor, prog(minor, false, false)),
			[]string{"add a1@2" + in + "; update a1@2 a1@2"})
		compare(t, minor, lives(t, minor, prog(minor, false, true)),
			[]string{"add a1@2" + in + "; update a1@2 a1@2", "add a1@2" + in + "; update a1@2 a1@1; update a1@1 a1@2"})
	}
}

// factory2 is another client of the server of a bench.
func factory2(b bench, minor int) *factory.SharedInformerFactory {
	p := cache.ProfileFor(minor)
	p.StreamsList = false
	return factory.New(b.server, 0, &p, nil)
}

// picky is a transform that refuses one object a number of times.
func picky(key string, times int) func(any) (any, error) {
	return func(obj any) (any, error) {
		if o := obj.(*apiserver.Object); o.Key == key && times != 0 {
			times--
			return nil, errors.New("refused")
		}
		return obj, nil
	}
}

// A transform that fails makes a list be done again. What the first one leaves
// in the queue depends on the version, see replacePart.
func TestTransformThatFailsRepeatsTheList(t *testing.T) {
	for _, minor := range minors {
		if minor < 24 {
			continue // has no transforms
		}
		got := lives(t, minor, func() {
			b := newBench(minor, "a", "b")
			b.inf.SetTransform(picky("b", 1))
			d := &diary{}
			b.inf.AddEventHandler(d)
			b.f.Start(b.stop)
			b.f.WaitForCacheSync(b.stop)
			if n := len(b.inf.GetStore().List()); n != 2 {
				sched.Fail("synced", "with %d of 2", n)
			}
			sched.Quiesce("at rest")
			sched.Outcome(d.String())
		})
		in := initial(minor)
		want := []string{"add a1@1" + in + "; add b1@2" + in}
		if minor < 36 {
			// The first half is queued twice.
			want = []string{"add a1@1" + in + "; update a1@1 a1@1; add b1@2" + in}
		}
		compare(t, minor, got, want)
	}
}

// One that always fails keeps the informer from ever being synced.
func TestTransformThatAlwaysFails(t *testing.T) {
	for _, minor := range minors {
		if minor < 24 {
			continue
		}
		got := lives(t, minor, func() {
			b := newBench(minor, "a", "b")
			b.inf.SetTransform(picky("a", -1))
			b.f.Start(b.stop)
			for range 3 {
				b.server.Age()
			}
			sched.Outcome(fmt.Sprint(b.inf.HasSynced(), len(b.inf.GetStore().Now())))
		})
		compare(t, minor, got, []string{"false 0"})
	}
}

// An event that a transform refuses is lost: the store keeps what it had until
// the next event of that object. (reflector.go: the error is only logged)
func TestTransformThatFailsLosesAnEvent(t *testing.T) {
	for _, minor := range minors {
		if minor < 24 {
			continue
		}
		got := lives(t, minor, func() {
			b := newBench(minor, "a")
			refuse := false
			b.inf.SetTransform(func(obj any) (any, error) {
				if refuse {
					refuse = false
					return nil, errors.New("refused")
				}
				return obj, nil
			})
			d := &diary{}
			b.inf.AddEventHandler(d)
			b.f.Start(b.stop)
			sched.Quiesce("synced")
			refuse = true
			b.server.Delete("pod", "a")
			sched.Quiesce("lost")
			sched.Outcome(fmt.Sprint(len(b.inf.GetStore().Now()), " ", d))
		})
		compare(t, minor, got, []string{"1 add a1@1" + initial(minor)})
	}
}

// Of a streamed list what a transform refuses is missing, and no list follows;
// what the store had of it is deleted. (reflector.go, watchList, v0.34.0)
func TestTransformThatFailsLeavesAHoleInAStream(t *testing.T) {
	for _, minor := range []int{35, 36, 37} {
		got := lives(t, minor, func() {
			b := newBench(minor, "a", "b")
			p := cache.ProfileFor(minor)
			inf := cache.NewSharedIndexInformer(b.server, "pod", 0, &p, nil)
			inf.SetTransform(picky("b", 1))
			d := &diary{}
			inf.AddEventHandler(d)
			sched.Daemon("run", func() { inf.Run(b.stop) })
			sched.Quiesce("synced")
			synced := inf.HasSynced()
			b.server.Fail("pod")
			sched.Quiesce("listed again")
			sched.Outcome(fmt.Sprint(synced, " ", d))
		})
		compare(t, minor, got, []string{"true add a1@1 init; update a1@1 a1@1; add b1@2"})
	}
}

// The search does not need more than the bound for what happens more than once
// in a run: two drops, an error and a short watch, and at rest handlers and
// stores agree with the server.
func TestSeveralWatchFaultsInARun(t *testing.T) {
	for _, minor := range []int{20, 30, 34, 37} {
		for name, fault := range map[string]func(*apiserver.Server) bool{
			"drop":  func(s *apiserver.Server) bool { return s.MaybeDrop("pod") },
			"short": func(s *apiserver.Server) bool { return s.MaybeShort("pod") },
			"fail":  func(s *apiserver.Server) bool { return s.MaybeFail("pod") },
		} {
			prog := func() {
				b := newBench(minor, "a")
				d := &diary{}
				b.inf.AddEventHandler(d)
				b.f.Start(b.stop)
				b.server.Age()
				sched.Go("network", func() {
					first, second := fault(b.server), fault(b.server)
					if first && second {
						sched.Reached("two faults")
					}
				})
				b.server.Update("pod", "a", nil)
				sched.Quiesce("at rest")
				if now := b.inf.GetStore().Now(); len(now) != 1 || brief(now[0]) != "a1@2" {
					sched.Fail("store", "%v", now)
				}
				if d.told[len(d.told)-1] != "update a1@1 a1@2" && d.told[len(d.told)-1] != "update a1@2 a1@2" {
					sched.Fail("handler", "%v", d)
				}
			}
			res := explore.Run(explore.Options{Goals: []string{"two faults"}}, prog)
			if !res.OK() {
				t.Errorf("0.%d, %s: %v %+v", minor, name, res, res.Violations)
			}
		}
	}
}

// Two informers of one kind have two watches, and each of them may be dropped
// alone, or both.
func TestEachOfTwoWatchesMayBeDropped(t *testing.T) {
	for _, minor := range []int{20, 37} {
		prog := func(one bool) func() {
			return func() {
				b := newBench(minor, "a")
				f := factory2(b, minor)
				other := f.InformerFor("pod")
				first, second := &diary{}, &diary{}
				b.inf.AddEventHandler(first)
				other.AddEventHandler(second)
				b.f.Start(b.stop)
				f.Start(b.stop)
				b.server.Compact()
				b.server.Age()
				b.server.SetDown(true)
				if one {
					b.server.MaybeDropOne("pod", 2)
				} else {
					b.server.Drop("pod")
				}
				b.server.Update("pod", "a", nil)
				b.server.Delete("pod", "a")
				b.server.Compact()
				b.server.SetDown(false)
				sched.Quiesce("at rest")
				short := func(d *diary) string {
					if strings.Contains(d.String(), "tombstone") {
						return "missed"
					}
					return "saw"
				}
				sched.Outcome(short(first) + " " + short(second))
			}
		}
		compare(t, minor, lives(t, minor, prog(true)), []string{"saw saw", "missed saw", "saw missed"})
		compare(t, minor, lives(t, minor, prog(false)), []string{"missed missed"})
	}
}
