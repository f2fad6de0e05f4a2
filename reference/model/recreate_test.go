package model

import (
	"maps"
	"runtime"
	"testing"

	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/factory"
	"github.com/informerlint/informerlint/reference/sched"
	_ "github.com/informerlint/informerlint/reference/sched/local" // several workers
	"github.com/informerlint/informerlint/reference/trace"
)

// A recreation is a program: one pod is deleted and created again, with another
// UID and the same spec, while the watch may be dropped and the log may be
// compacted a number of times. A controller mirrors the UID from its handlers;
// careless, it ignores updates that do not change the spec.
type recreation struct {
	minor              int
	careful            bool
	drops, compactions int
	fine               bool
	mistake            cache.Mistake
}

// program returns it. What no run changes is made once, so that what a search
// allocates is the runtime's and not the program's.
func (c recreation) program() func() {
	p := cache.ProfileFor(c.minor)
	p.StreamsList = false // an extra way to list, which halves the steps
	p.Fine = c.fine
	p.Mistake = c.mistake
	environment := apiserver.Environment{
		Kind: "pod", User: []apiserver.Act{{Verb: apiserver.Deleted, Key: "a"}, {Verb: apiserver.Added, Key: "a", Value: "spec"}},
		Drops: c.drops, Compactions: c.compactions,
	}
	return func() {
		server := apiserver.New()
		server.WriteNow(apiserver.Change{Object: apiserver.Object{Kind: "pod", Key: "a", Value: "spec"}})
		f := factory.New(server, 0, &p, nil)
		inf := f.InformerFor("pod")
		stop := sched.NamedChan[struct{}]("stop", 0)

		m := &mirror{careful: c.careful}
		inf.AddNamedEventHandler("handler", m, 0)
		f.Start(stop)
		environment.Begin(server)
		sched.Quiesce("at rest")
		if want := server.State("pod")[0].UID; m.uid != want {
			sched.Fail("mirror", "the controller has %q, the server %q", m.uid, want)
		}
		sched.Outcome(m.uid)
	}
}

// A mirror is the controller of a recreation.
type mirror struct {
	uid     string
	careful bool
}

func (m *mirror) OnAdd(obj any, _ bool) { m.uid = obj.(*apiserver.Object).UID }

func (m *mirror) OnUpdate(oldObj, newObj any) {
	before, after := oldObj.(*apiserver.Object), newObj.(*apiserver.Object)
	if before.UID != after.UID {
		sched.Reached("update with two UIDs")
	}
	if before.Value == after.Value && !(m.careful && before.UID != after.UID) {
		return
	}
	m.uid = after.UID
}

func (m *mirror) OnDelete(obj any) {
	if _, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		sched.Reached("tombstone")
	}
	m.uid = ""
}

// The careless controller goes wrong in some executions, the careful one in
// none; and both have met the notifications that matter.
func TestRecreation(t *testing.T) {
	for _, minor := range []int{20, 26, 30, 34, 35, 37} {
		c := recreation{minor: minor, drops: 1, compactions: 1}
		goals := []string{"update with two UIDs", "tombstone"}
		bad := explore.Run(explore.Options{Goals: goals}, c.program())
		c.careful = true
		good := explore.Run(explore.Options{Goals: goals}, c.program())
		t.Logf("0.%d careless: %v, %.0f/s", minor, bad, bad.Rate())
		t.Logf("0.%d careful:  %v, %.0f/s", minor, good, good.Rate())
		if !bad.Complete || bad.Violating == 0 || len(bad.Missing) > 0 {
			t.Errorf("0.%d: careless: %v", minor, bad)
		}
		if !good.OK() {
			t.Errorf("0.%d: careful: %v", minor, good)
		}
		if sleep := explore.Run(explore.Options{Reduction: explore.Sleep}, c.program()); !sleep.SameClasses(good) {
			t.Errorf("0.%d: source-dpor %v, sleep %v", minor, good, sleep)
		}
	}
}

// The published schedule gives the same bytes each time, on one processor and
// on two.
func TestPublishedScheduleReplays(t *testing.T) {
	const published = "0*3 1 7*2 2*2 3 7.1 7*2 4.1 1*2 5*2 0" // see Example
	schedule, err := explore.ParseSchedule(published)
	if err != nil || schedule.String() != published {
		t.Fatal(schedule, err)
	}
	program := recreation{minor: 34, drops: 1, compactions: 1}.program()
	var first string
	for _, procs := range []int{1, 2} {
		old := runtime.GOMAXPROCS(procs)
		defer runtime.GOMAXPROCS(old)
		for range 100 {
			shown, err := explore.Replay(schedule, program)
			if err != nil {
				t.Fatal(err)
			}
			text := trace.Text(shown) + trace.Mermaid(shown) + trace.SVG(shown)
			if first == "" {
				first = text
			}
			if text != first || len(shown.Failures) != 1 {
				t.Fatalf("%s\nand before\n%s", text, first)
			}
		}
	}
}

// Searches that work together see what one sees, and show the same failure.
func TestWorkersAgreeOnRecreation(t *testing.T) {
	program := recreation{minor: 34, drops: 1, compactions: 1}.program()
	alone := explore.Run(explore.Options{}, program)
	first := ""
	for range 3 {
		for _, n := range []int{1, 2, 4} {
			res := explore.Run(explore.Options{Workers: n}, program)
			if !res.SameClasses(alone) || !maps.Equal(res.Outcomes, alone.Outcomes) || len(res.Violations) != 1 {
				t.Fatalf("%d workers: %v; alone: %v", n, res, alone)
			}
			shown := res.Violations[0].Schedule.String()
			if first == "" {
				first = shown
			}
			if shown != first {
				t.Errorf("%d workers show %s, and before %s", n, shown, first)
			}
		}
	}
}
