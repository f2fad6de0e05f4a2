package model

import (
	"fmt"
	"slices"
	"testing"

	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/sched"
)

// Nothing that is not asked for is in the world: the zero environment has as
// many classes as none.
func TestZeroEnvironmentCostsNothing(t *testing.T) {
	prog := func(with bool) func() {
		return func() {
			b := newBench(37, "a")
			if with {
				apiserver.Environment{Kind: "pod"}.Begin(b.server)
			}
			b.inf.AddEventHandler(&diary{})
			b.f.Start(b.stop)
			b.f.WaitForCacheSync(b.stop)
			b.server.Update("pod", "a", nil)
			sched.Quiesce("at rest")
		}
	}
	with, without := explore.Run(explore.Options{}, prog(true)), explore.Run(explore.Options{}, prog(false))
	if !with.OK() || with.Traces != without.Traces || with.Runs != without.Runs || with.Steps != without.Steps {
		t.Errorf("%v, without %v", with, without)
	}
}

// Each part of an environment happens in some execution and not in another, and
// its threads are accounted for by both reductions.
func TestEachPartOfAnEnvironment(t *testing.T) {
	for _, test := range []struct {
		name string
		env  apiserver.Environment
		want []string // what a handler may have been told after the add
	}{
		{"modify", apiserver.Environment{User: []apiserver.Act{{Verb: apiserver.Modified, Key: "a", Maybe: true}}},
			[]string{"", "update a1@1 a1@2"}},
		{"recreate", apiserver.Environment{User: []apiserver.Act{{Verb: apiserver.Deleted, Key: "a"}, {Verb: apiserver.Added, Key: "a"}}},
			[]string{"delete a1@2; add a2@3"}},
		{"drop", apiserver.Environment{Drops: 1}, []string{"", "update a1@1 a1@1"}},
		{"fail", apiserver.Environment{Fails: 1}, []string{"", "update a1@1 a1@1"}},
		{"short", apiserver.Environment{Shorts: 1}, []string{"", "update a1@1 a1@1", "update a1@1 a1@1; update a1@1 a1@1"}},
		{"compaction", apiserver.Environment{Compactions: 1}, []string{""}},
		{"failed list", apiserver.Environment{Calls: apiserver.Faults{FailedLists: 1}}, []string{""}},
		{"stop", apiserver.Environment{Stop: func() {}}, []string{""}},
	} {
		prog := func() {
			b := newBench(34, "a")
			d := &diary{}
			b.inf.AddEventHandler(d)
			env := test.env
			env.Kind = "pod"
			stopped := false
			if env.Stop != nil {
				env.Stop = func() { b.stop.Close(); stopped = true }
			}
			if env.User != nil {
				// What comes before the list would be told as an add.
				b.f.Start(b.stop)
				sched.Quiesce("synced")
				env.Begin(b.server)
			} else {
				env.Begin(b.server)
				b.f.Start(b.stop)
			}
			sched.Quiesce("at rest")
			if stopped {
				sched.Reached("stopped")
				return
			}
			told := ""
			for i, e := range d.told[1:] {
				if i > 0 {
					told += "; "
				}
				told += e
			}
			sched.Outcome(fmt.Sprint(told))
		}
		var goals []string
		if test.env.Stop != nil {
			goals = []string{"stopped"}
		}
		res := explore.Run(explore.Options{Goals: goals}, prog)
		var got []string
		for o := range res.Outcomes {
			got = append(got, o)
		}
		slices.Sort(got)
		if !res.OK() || !slices.Equal(got, test.want) {
			t.Errorf("%s: %v %+v\n%q\nwant\n%q", test.name, res, res.Violations, got, test.want)
		}
		if sleep := explore.Run(explore.Options{Reduction: explore.Sleep}, prog); !sleep.SameClasses(res) {
			t.Errorf("%s: source-dpor %v, sleep %v", test.name, res, sleep)
		}
	}
}

// A stop is also a cancelled context: whoever waits is told of it.
func TestStopIsACancelledContext(t *testing.T) {
	res := explore.Run(explore.Options{}, func() {
		b := newBench(37, "a")
		ctx, cancel := sched.WithCancel(sched.Background())
		b.server.Allow("pod", apiserver.Faults{})
		b.server.SetDown(true)
		apiserver.Environment{Kind: "pod", Stop: cancel}.Begin(b.server)
		b.f.Start(ctx.Done())
		sched.Daemon("waiter", func() {
			sched.Outcome(fmt.Sprint(b.f.WaitForCacheSync(ctx.Done()), ctx.Err() != nil))
		})
		sched.Quiesce("at rest")
	})
	if !res.OK() || res.Outcomes["map[pod:false] true"] == 0 || len(res.Outcomes) > 2 {
		t.Errorf("%v %v %+v", res, res.Outcomes, res.Violations)
	}
}
