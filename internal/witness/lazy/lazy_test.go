package lazy

import (
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/judge"
	"github.com/informerlint/informerlint/internal/engine/story"
)

func way(events ...story.Event) []story.Event { return events }

func do(a story.Act) story.Event {
	return story.Event{Act: a, Site: compose.Site{Where: "main.go:1"}}
}

// target is the event that the verdict is about.
func target(a story.Act) story.Event {
	e := do(a)
	e.Target = true
	return e
}

func pods(e story.Event) story.Event {
	e.What, e.Site.Call = "structured Pod", "List"
	return e
}

func nodes(e story.Event) story.Event {
	e.What, e.Site.Call = "structured Node", "GetInformer"
	return e
}

// verdict has a thread 1 that starts the cache.
func verdict(rule string, ways ...[]story.Event) *engine.CacheVerdict {
	return &engine.CacheVerdict{
		CacheVerdict: judge.CacheVerdict{Rule: rule, Role: "cache", Read: judge.CacheRead{Call: "List", Kind: "Pod", Form: "structured"}},
		Story: story.Story{Kind: "Pod", Moments: []story.Moment{{Threads: []story.Thread{
			{Name: "main", Ways: ways}, {ID: 1, Name: "goroutine", Ways: [][]story.Event{{start}}},
		}}}},
	}
}

// beside is a verdict on a read in a goroutine, which is thread 2.
func beside(read []story.Event, way []story.Event) *engine.CacheVerdict {
	v := verdict(judge.ReadBeforeSync, way)
	v.Race = true
	m := &v.Story.Moments[0]
	m.Threads = append(m.Threads, story.Thread{ID: 2, Name: "goroutine", Ways: [][]story.Event{read}})
	return v
}

var (
	made      = do(story.ActBirth)
	start     = do(story.ActStart)
	goStart   = story.Event{Act: story.ActSpawn, Thread: 1, Site: compose.Site{Where: "main.go:2"}}
	goRead    = story.Event{Act: story.ActSpawn, Thread: 2, Site: compose.Site{Where: "main.go:3"}}
	mayStart  = do(story.ActHelpStart)
	escape    = do(story.ActHelpAccess)
	wait      = do(story.ActWait)
	register  = pods(do(story.ActRegister))
	read      = pods(target(story.ActRead))
	handedOut = target(story.ActUse)
)

// waiting is a verdict on a wait that comes before Start.
func waiting(ways ...[]story.Event) *engine.CacheVerdict {
	v := verdict(judge.ReadBeforeSync, ways...)
	v.Waits = true
	return v
}

func cut() *engine.CacheVerdict {
	v := verdict(judge.ReadBeforeSync, way(made, read))
	v.Story.Moments[0].Cut = true
	return v
}

// What each rule says is so on the reference runtime, and its mend holds there.
func TestReproduce(t *testing.T) {
	for _, test := range []struct {
		name string
		v    *engine.CacheVerdict
		why  string // "": there is a witness
		says string // what the witness says
	}{
		{"read before Start", verdict(judge.ReadBeforeSync, way(made, read, start)), "", "the cache is not started"},
		{"read before Start in a goroutine", verdict(judge.ReadBeforeSync, way(made, read, goStart)), "", "the cache is not started"},
		{"registered, but not started", verdict(judge.ReadBeforeSync, way(made, register, read, start)), "", "the cache is not started"},
		{"read on one of two ways", verdict(judge.ReadBeforeSync, way(made, start), way(made, read, start)), "", "the cache is not started"},
		{"started beside", verdict(judge.ReadBeforeSync, way(made, goStart, read)), "nothing goes wrong in some execution", ""},
		{"started beside on one of two ways", verdict(judge.ReadBeforeSync, way(made, goStart, wait, read), way(made, read, start)), "nothing goes wrong in some execution", ""},
		{"started and awaited", verdict(judge.ReadBeforeSync, way(made, goStart, wait, read)), "nothing goes wrong in some execution", ""},
		{"read behind a Start that blocks", verdict(judge.ReadBeforeSync, way(made, start, read)), "the line is never reached", ""},
		{"perhaps started", verdict(judge.ReadBeforeSync, way(made, mayStart, read, start)), "nothing goes wrong in some execution", ""},
		{"a stranger, and no Start", verdict(judge.ReadBeforeSync, way(made, escape, read)), "somebody else may start it", ""},
		{"a stranger, and a Start that would fail", verdict(judge.ReadBeforeSync, way(made, escape, read), way(made, escape, read, start)), "", "the cache is not started"},
		{"a stranger, and a go statement that would fail", verdict(judge.ReadBeforeSync, way(made, escape, read, goStart)), "", "the cache is not started"},
		{"a stranger after the read", verdict(judge.ReadBeforeSync, way(made, read, escape)), "", "the cache is not started"},

		{"read beside the start", beside(way(read), way(made, goRead, start)), "", "the cache is not started"},
		{"read beside the start, after a wait", beside(way(wait, read), way(made, goRead, start)), "nothing goes wrong in some execution", ""},

		{"awaited before Start", waiting(way(made, target(story.ActWait), start)), "", "WaitForCacheSync waits for that"},
		{"awaited before a go statement", waiting(way(made, target(story.ActWait), goStart)), "", "WaitForCacheSync waits for that"},
		{"awaited after a go statement", waiting(way(made, goStart, target(story.ActWait))), "nothing goes wrong in some execution", ""},
		{"awaited by a stranger's leave", waiting(way(made, escape, target(story.ActWait))), "somebody else may start it", ""},

		{"never started", verdict(judge.NeverStarted, way(made), way(made, handedOut)), "", "whoever reads with it is told"},
		{"registered, never started", verdict(judge.NeverStarted, way(made, register, handedOut)), "", "whoever reads with it is told"},
		{"started in a goroutine", verdict(judge.NeverStarted, way(made, goStart, handedOut)), "nothing goes wrong in some execution", ""},
		{"perhaps started by somebody", verdict(judge.NeverStarted, way(made, mayStart, handedOut)), "nothing goes wrong in some execution", ""},
		{"never used", verdict(judge.NeverStarted, way(made)), "the line is never reached", ""},

		{"awaited without an informer", verdict(judge.UnregisteredRead, way(made, goStart, wait, read)), "", "there is no informer of Pod"},
		{"awaited with an informer", verdict(judge.UnregisteredRead, way(made, register, goStart, wait, read)), "nothing goes wrong in some execution", ""},
		{"awaited with another informer", verdict(judge.UnregisteredRead, way(made, nodes(register), goStart, wait, read)), "", "there is no informer of Pod"},
		{"made after the wait", verdict(judge.UnregisteredRead, way(made, goStart, wait, register, read)), "nothing goes wrong in some execution", ""},
		{"waited for a Start that never comes", verdict(judge.UnregisteredRead, way(made, wait, read)), "the line is never reached", ""},

		{"cut", cut(), "there are too many ways through the function", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			w, why := Reproduce(test.v)
			switch {
			case (w == nil) != (test.why != "") || why != test.why:
				t.Fatalf("witness %v, why %q; want %q", w, why, test.why)
			case w == nil:
				return
			case !strings.Contains(w.Property, test.says):
				t.Errorf("it says %q, want %q", w.Property, test.says)
			case w.Violating == 0 || w.Violating > w.Classes || w.Bound != Bound:
				t.Errorf("%d of %d within %q", w.Violating, w.Classes, w.Bound)
			}
			lines := 0
			for _, s := range w.Steps {
				if s.Where != "" {
					lines++
				}
			}
			if lines == 0 {
				t.Errorf("no step is at a line: %+v", w.Steps)
			}
		})
	}
}

// A fix is tried in the same way: it has to be reached, and nothing may go
// wrong.
func TestRight(t *testing.T) {
	was := verdict(judge.UnregisteredRead, way(made, goStart, wait, read))
	failed := do(story.ActLeave)
	for _, test := range []struct {
		name string
		v    *engine.CacheVerdict
		want string // part of what is said; "" if the fix holds
	}{
		{"as it was", verdict(judge.UnregisteredRead, way(made, goStart, wait, read)), "a run fails"},
		{"fixed", verdict(judge.UnregisteredRead, way(made, failed), way(made, register, goStart, wait, read)), ""},
		{"fixed for another kind", verdict(judge.UnregisteredRead, way(made, nodes(register), goStart, wait, read)), "a run fails"},
		{"fixed on one of two ways", verdict(judge.UnregisteredRead, way(made, goStart, wait, read), way(made, register, goStart, wait, read)), "a run fails"},
		{"fixed on the first of two ways", verdict(judge.UnregisteredRead, way(made, register, goStart, wait, read), way(made, goStart, wait, read)), "a run fails"},
		{"blocked on one of two ways", verdict(judge.UnregisteredRead, way(made, register, goStart, wait, read), way(made, register, wait, read)), "does not get to the read"},
		{"not read on one of two ways", verdict(judge.UnregisteredRead, way(made, register, goStart, wait, read), way(made, register)), "some way does not lead"},
		{"never reached", verdict(judge.UnregisteredRead, way(made, register)), "no run gets to the read"},
	} {
		why := right(was, test.v)
		if (why == "") != (test.want == "") || !strings.Contains(why, test.want) {
			t.Errorf("%s: %q, want %q", test.name, why, test.want)
		}
	}
}
