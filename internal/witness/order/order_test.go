package order_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"

	"github.com/informerlint/informerlint/internal/checktest"
	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/judge"
	"github.com/informerlint/informerlint/internal/engine/story"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/witness/order"
)

// programs loads packages of the testdata module and follows them.
func programs(t *testing.T, patterns ...string) map[string]*engine.Package {
	t.Helper()
	roots := checktest.Programs(t, checktest.Dir(t), patterns...)
	graph, err := checker.Analyze([]*analysis.Analyzer{engine.Analyzer}, roots, nil)
	if err != nil {
		t.Fatal(err)
	}
	out := make(map[string]*engine.Package)
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Fatal(act.Err)
		}
		if p := act.Result.(*engine.Package); p != nil {
			out[act.Package.PkgPath] = p
		}
	}
	return out
}

// life is the name of an informer without the function that it was followed
// from: the judge reports a life once, whichever program shows it first.
func life(id string) string {
	_, rest, _ := strings.Cut(id, " ")
	return rest
}

// below are defects that are reported in the package where they are complete, and
// not once more in those that import it.
var below = []string{"example.com/informers/latesetup/wrapped/given"}

// twins are programs in which a condition that is not followed tells an informer
// that nothing starts from its started twin: the judge is silent, and the story
// of the first, which does not know the condition, goes wrong.
var twins = []string{"example.com/informers/startorder/ok/twins"}

// again are programs in which a goroutine runs a function again and again: in a
// story it runs once, and the judge knows better.
var again = []string{"example.com/informers/startorder/ok/restarts"}

// calledThroughAVariable are programs with a moment that lies in one of several
// functions that a variable may hold: which ways lead to it is not known.
var calledThroughAVariable = []string{"example.com/informers/startorder/ok/functions"}

// others are programs in which something orders Start that is no part of the story of
// one informer: what another informer of the factory does, or the end of another
// function of a group that has a limit.
var others = []string{"example.com/informers/goroutinestart/ok/underway", "example.com/informers/goroutinestart/ok/limited"}

// twice are programs in which another wait follows before anything is read: the first
// one waits for nothing, as the story says, and nobody is the worse for it.
var twice = []string{"example.com/informers/goroutinestart/ok/confirmed"}

// tested are programs of which a test leaves out a part: what goes wrong there is the
// test's, and the judge is silent.
var tested = []string{"example.com/informers/startorder/ok/begins"}

// Each defect that the judge finds in the programs of testdata can be shown,
// in steps that stand on lines of the program, and what the judge is silent
// about cannot.
func TestWitnesses(t *testing.T) {
	shown, silent := 0, 0
	for path, p := range programs(t, "./startorder/...", "./goroutinestart/...", "./latesetup/...") {
		bad := make(map[string]bool)
		for _, first := range p.Verdicts() {
			for _, v := range append([]engine.Verdict{first}, first.Others...) {
				if v.Rule == judge.RedundantGo {
					continue
				}
				for _, s := range v.Stories {
					bad[life(s.ID)] = true
				}
				v.Others = nil
				w, why := order.Reproduce(&v)
				if w == nil && slices.ContainsFunc(first.Others, func(o engine.Verdict) bool { return o.Pick != "" && o.Obj == v.Obj }) {
					continue // it is shown of the one that is taken out of a container
				}
				if w == nil {
					t.Errorf("%s: %s at %s cannot be shown: %s", path, v.Rule, v.Anchor.Where, why)
					continue
				}
				shown++
				check(t, path, v, w)
			}
		}
		for _, s := range p.Stories("") {
			if bad[life(s.ID)] || len(s.Moments) == 0 || s.Picked { // it may be another one that is taken
				continue
			}
			silent++
			try := order.Try(s)
			if try.Witness != nil && !slices.Contains(slices.Concat(below, twins, again, others, twice, tested), path) {
				t.Errorf("%s: %s goes wrong, and the judge is silent: %v\n%s", path, s.ID, try.Witness.Property, text(try.Witness))
			}
			if try.Cut || !try.Reached && !slices.Contains(calledThroughAVariable, path) {
				t.Errorf("%s: %s: %v", path, s.ID, try)
			}
		}
	}
	t.Logf("%d verdicts shown, %d informers without a verdict", shown, silent)
	if shown < 30 || silent < 100 {
		t.Errorf("only %d verdicts and %d informers without one were tried", shown, silent)
	}
}

// check holds a witness to what it must say.
func check(t *testing.T, path string, v engine.Verdict, w *report.Witness) {
	t.Helper()
	if w.Violating == 0 || w.Classes < w.Violating || w.Bound == "" || w.Property == "" {
		t.Errorf("%s: %s: the witness is incomplete: %+v", path, v.Rule, w)
	}
	// What is too late, or never followed by a Start, is a step of it, and so
	// is the Start that came too early.
	on := make(map[string]bool)
	for _, s := range w.Steps {
		on[s.Where] = true
	}
	there := func(sites ...compose.Site) bool {
		return slices.ContainsFunc(sites, func(s compose.Site) bool { return on[s.Where] })
	}
	switch v.Rule {
	case judge.LateRegistration, judge.ConcurrentRegistration:
		if !there(v.Regs()...) {
			t.Errorf("%s: %s: no step registers:\n%s", path, v.Rule, text(w))
		}
	case judge.StartRacesWait:
		if !there(v.At(judge.Wait)) {
			t.Errorf("%s: %s: no step waits at %s:\n%s", path, v.Rule, v.At(judge.Wait).Where, text(w))
		}
	}
}

func text(w *report.Witness) string {
	var b strings.Builder
	for _, s := range w.Steps {
		fmt.Fprintf(&b, "\t%-30s %s (%s)\n", s.Thread, s.Text, s.Where)
	}
	return b.String()
}

// A way is written as words: "start register!", "go1 wait!"; the exclamation
// mark is on the moment.
func way(t *testing.T, words string) []story.Event {
	t.Helper()
	acts := map[string]story.Act{
		"register": story.ActRegister, "start": story.ActStart, "run": story.ActRun, "wait": story.ActWait, "use": story.ActUse,
		"await": story.ActAwait, "signal": story.ActSignal, "read": story.ActRead, "sync": story.ActSync, "leave": story.ActLeave,
		"RUN":       story.ActRun, // not in a goroutine
		"register?": story.ActHelpRegister, "run?": story.ActHelpRun, "access?": story.ActHelpAccess, "start?": story.ActHelpStart,
		"go1": story.ActSpawn, "go2": story.ActSpawn, "go3": story.ActSpawn,
	}
	var out []story.Event
	for i, word := range strings.Fields(words) {
		name, target := strings.CutSuffix(word, "!")
		act, ok := acts[name]
		if !ok {
			t.Fatalf("no act is called %q", name)
		}
		e := story.Event{Act: act, Target: target, Blocks: name == "RUN", Site: compose.Site{Where: fmt.Sprintf("main.go:%d", i+1)}}
		if act == story.ActSpawn {
			e.Thread = int(name[2] - '0')
		}
		out = append(out, e)
	}
	return out
}

// What counts as a witness, on programs written by hand: a way to a line,
// threads one after the other.
func TestTry(t *testing.T) {
	tests := []struct {
		name    string
		threads [][]string
		later   bool // of the threads after the first
		group   bool
		single  bool
		want    bool
	}{
		{name: "late", threads: [][]string{{"start register!"}}, want: true},
		{name: "in time", threads: [][]string{{"register! start"}}},
		{name: "started again", threads: [][]string{{"start register! start"}}},
		{name: "run by itself", threads: [][]string{{"start register! run"}}},
		{name: "never", threads: [][]string{{"register use!"}}, want: true},
		{name: "one branch is fine", threads: [][]string{{"start register!", "register! start"}}},
		{name: "both branches are bad", threads: [][]string{{"start register!", "register!"}}, want: true},
		{name: "a branch without the moment does not count", threads: [][]string{{"start register!", "start"}}, want: true},
		{name: "somebody may start it", threads: [][]string{{"start? register!"}}},
		{name: "somebody may start it later", threads: [][]string{{"register! start?"}}},
		{name: "somebody may register it before", threads: [][]string{{"register? start register!"}}},
		{name: "somebody may register it after", threads: [][]string{{"start register? register!"}}, want: true},
		{name: "somebody may run it", threads: [][]string{{"start register! run?"}}},
		{name: "somebody has the accessor", threads: [][]string{{"start register! access?"}}},

		{name: "beside", threads: [][]string{{"go1 register!"}, {"start"}}, want: true},
		{name: "before the goroutine", threads: [][]string{{"register! go1"}, {"start"}}},
		{name: "beside, and started again", threads: [][]string{{"go1 register! start"}, {"start"}}},
		{name: "the goroutine may be awaited", threads: [][]string{{"go1 await register!"}, {"start signal"}}, want: false},
		{name: "an await of something else", threads: [][]string{{"go1 await register!"}, {"start"}}, want: true},
		{name: "an await before the goroutine", threads: [][]string{{"await go1 register!"}, {"start signal"}}, want: true},
		{name: "the goroutine waits for something", threads: [][]string{{"go1 register!"}, {"await start"}}},
		{name: "a group may be awaited", threads: [][]string{{"go1 await register!"}, {"start"}}, group: true},
		{name: "at an unknown time", threads: [][]string{{"go1 register!"}, {"start"}}, later: true},
		{name: "at an unknown time, and too late in any case", threads: [][]string{{"start go1"}, {"register!"}}, later: true, want: true},

		{name: "waits, and registers again", threads: [][]string{{"go1 go2"}, {"register! go3"}, {"start"}, {"await signal register"}}, want: true},
		{name: "waits, and may register again", threads: [][]string{{"go1 go2"}, {"register! go3"}, {"start"}, {"await register", "signal"}}, want: true},
		{name: "the moment registers again", threads: [][]string{{"go1 go2"}, {"register go3"}, {"start"}, {"await register!"}}, want: true},
		{name: "waits, and registers", threads: [][]string{{"go1 go2"}, {"go3"}, {"start"}, {"await register!"}}},
		{name: "begun before it is registered", threads: [][]string{{"go1 go2"}, {"go3 register!"}, {"start"}, {"await register"}}},
		{name: "begun by one that has not registered", threads: [][]string{{"go1 go2"}, {"register! go3"}, {"go3 start"}, {"await register"}}},
		{name: "waits, registers again, and starts", threads: [][]string{{"go1 go2"}, {"register! go3"}, {"start"}, {"await register start"}}},
		{name: "registers again, and is awaited", threads: [][]string{{"go1 await start"}, {"register! go2"}, {"register signal"}}},
		{name: "awaits a Start, and registers again", threads: [][]string{{"go1 go2"}, {"register! go3"}, {"start signal"}, {"await register"}}, want: true},
		{name: "awaits a Start, and registers", threads: [][]string{{"go1 go2"}, {"await register!"}, {"start signal"}}},
		{name: "one branch registers before the goroutine", threads: [][]string{{"go1 go2"}, {"register! go3", "go3"}, {"start"}, {"await register!"}}},

		{name: "a goroutine that starts itself", threads: [][]string{{"go1 register!"}, {"start go1"}}, want: true},
		{name: "goroutines that start each other", threads: [][]string{{"go1 register!"}, {"start go2"}, {"start go1"}}, want: true},

		{name: "a race with the wait", threads: [][]string{{"register go1 wait!"}, {"start"}}, want: true},
		{name: "no race with the wait", threads: [][]string{{"register start wait!"}}},
		{name: "registered after the wait", threads: [][]string{{"go1 wait! register"}, {"start"}}},
		{name: "registered before the goroutine that waits", threads: [][]string{{"register go1 go2"}, {"start"}, {"wait!"}}, want: true},
		{name: "a wait for what was started before", threads: [][]string{{"register start go1 wait!"}, {"start"}}},
		{name: "registered elsewhere", threads: [][]string{{"go1 wait!"}, {"start"}}, want: true},

		{name: "a single informer", single: true, threads: [][]string{{"use!"}}, want: true},
		{name: "a single informer that runs", single: true, threads: [][]string{{"use! run"}}},
		{name: "a single informer that somebody may run", single: true, threads: [][]string{{"use! run?"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := story.Moment{Act: story.ActRegister}
			for i, lines := range tt.threads {
				th := story.Thread{ID: i, Later: i > 0 && tt.later, Group: i > 0 && tt.group}
				for _, line := range lines {
					w := way(t, line)
					for _, e := range w {
						if e.Target {
							m.Act = e.Act
						}
					}
					th.Ways = append(th.Ways, w)
				}
				m.Threads = append(m.Threads, th)
			}
			v := order.Try(story.Story{Kind: "Pod", Single: tt.single, Moments: []story.Moment{m}})
			if got := v.Witness != nil; got != tt.want || !v.Reached || v.Cut {
				t.Errorf("got %v, want a witness: %v", v, tt.want)
			}
		})
	}
}

// What was too large to be extracted is not said to be fine.
func TestCut(t *testing.T) {
	v := order.Try(story.Story{Moments: []story.Moment{{Cut: true}}})
	if !v.Cut || v.Witness != nil {
		t.Errorf("got %v", v)
	}
}

// What goes wrong only in an order that may not be possible is not said to be fine: why
// names the goroutine that is not followed.
func TestUnordered(t *testing.T) {
	try := func(threads ...string) order.Verdict {
		m := story.Moment{Act: story.ActRegister}
		for i, line := range threads {
			m.Threads = append(m.Threads, story.Thread{ID: i, Name: fmt.Sprintf("thread %d", i), Ways: [][]story.Event{way(t, line)}})
		}
		return order.Try(story.Story{Kind: "Pod", Moments: []story.Moment{m}})
	}
	tests := []struct {
		threads []string
		want    string
	}{
		{[]string{"go1 register!", "await start"}, "it goes wrong in some orders of its goroutines, but thread 1 waits for something before it acts, which is not followed"},
		{[]string{"go1 await register!", "start signal"}, "it goes wrong in some orders of its goroutines, but what waits before it acts may wait for thread 1, which is not followed"},
		{[]string{"register! go1", "await start"}, "nothing goes wrong"},
	}
	for _, tt := range tests {
		if got := try(tt.threads...); got.Witness != nil || got.String() != tt.want {
			t.Errorf("%q: got %q, want %q", tt.threads, got, tt.want)
		}
	}
}

// The cost of a witness, on a race of two threads.
func BenchmarkTry(b *testing.B) {
	checktest.CollectAsUsual(b)
	m := story.Moment{Act: story.ActWait, Threads: []story.Thread{
		{Ways: [][]story.Event{{{Act: story.ActRegister}, {Act: story.ActSpawn, Thread: 1}, {Act: story.ActWait, Target: true}}}},
		{ID: 1, Ways: [][]story.Event{{{Act: story.ActStart}}}},
	}}
	s := story.Story{Kind: "Pod", Moments: []story.Moment{m}}
	for b.Loop() {
		if order.Try(s).Witness == nil {
			b.Fatal("no witness")
		}
	}
}
