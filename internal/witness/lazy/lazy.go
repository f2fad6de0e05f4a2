// Package lazy runs what the engine extracted about one cache of
// controller-runtime (story.Story) on the reference runtime, to find out whether
// its read really cannot work.
//
// It does not know how the judge decided. It runs each way through the extracted
// program, and each combination of the ways of its threads, against an API server
// with one object, in all interleavings with the runtime's own threads, and looks
// at one of three things:
//
//   - read-before-sync: the read does not say that the cache is not started; or a wait
//     for its informers is over when everything is at rest;
//   - never-started: when everything is at rest, a read does not say so;
//   - unregistered-read: after the wait, the read finds an informer for its
//     kind, so that what it reads has been waited for. (The reference cache is
//     told to make none on a read, as ReaderFailOnMissingInformer does.)
//
// # What counts
//
// Every way that leads to the line must go wrong, in every execution; if the
// read is in a goroutine that begins before the start, in some execution. What a
// stranger can do he does, in the way that helps most: where he may have the
// cache he makes its informer and starts it at once, in the goroutine of a
// second run of the same way. There a Start of the program's own must fail,
// since the cache has been started: then he has not done it. A way with such a
// stranger on which the program itself does not start the cache says nothing;
// if no way does, there is no witness.
//
// Nothing stops: contexts stay open.
package lazy

import (
	"errors"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/engine/judge"
	"github.com/informerlint/informerlint/internal/engine/story"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/witness/tell"
	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/lazycache"
	"github.com/informerlint/informerlint/reference/sched"
)

// Limits of one exploration. Over them there is no witness.
const (
	maxPrograms = 500  // ways of all threads, combined
	maxRuns     = 5000 // executions of one of them
)

// minor is the client-go version whose profile is used: the cache's own
// behaviour is the same in all.
const minor = 37

// Bound says what is explored.
const Bound = "one object, no faults, no stop, controller-runtime 0.25"

const (
	goal     = "the line"
	passedIt = "the line was passed" // the outcome of an execution that did
)

// Reproduce returns a shortest execution that goes wrong, or why there is none.
func Reproduce(v *engine.CacheVerdict) (*report.Witness, string) {
	var t trial
	why := attempt(v, func(p *program) string { return t.add(p) })
	switch {
	case why != "":
		return nil, why
	case t.worst == nil:
		return nil, "the line is never reached"
	case t.escapes && !t.refuted:
		return nil, "somebody else may start it"
	}
	trace, _ := explore.Counterexample(explore.Options{MaxRuns: maxRuns}, 1, t.worst.run)
	if trace == nil {
		return nil, "nothing goes wrong"
	}
	w := t.worst.lines.Run(trace)
	w.Classes, w.Violating, w.Bound = t.classes, t.violating, Bound
	return w, ""
}

// attempt gives all programs that reach the line to a function, until that says why
// there is no witness.
func attempt(v *engine.CacheVerdict, one func(*program) string) (why string) {
	for _, m := range v.Story.Moments {
		if m.Cut {
			return "there are too many ways through the function"
		}
		ok := m.Combine(maxPrograms, func(ways map[int][]story.Event) bool {
			p := &program{verdict: v, moment: m, ways: ways}
			if p.hasTarget() {
				why = one(p)
			}
			return why == ""
		})
		if !ok {
			return "there are too many ways through the function"
		}
	}
	return why
}

// A trial sums up what became of the programs.
type trial struct {
	worst              *program
	classes, violating int
	escapes, refuted   bool
}

// add runs a program, and once more with the help of strangers.
func (t *trial) add(p *program) string {
	res := explore.Run(explore.Options{MaxRuns: maxRuns, Goals: []string{goal}}, p.run)
	switch {
	case !res.Complete:
		return "too large to be run: " + res.Why
	case len(res.Missing) > 0:
		return "" // something before it blocks for ever
	case res.Violating == 0 || res.Violating < res.Traces && !p.verdict.Race:
		return "nothing goes wrong in some execution"
	}
	t.classes += res.Traces
	t.violating += res.Violating
	if t.worst == nil || p.size() < t.worst.size() {
		t.worst = p
	}
	if !p.leaves() {
		return ""
	}
	t.escapes = true
	if !p.starts() {
		return ""
	}
	helped := *p
	helped.helped = true
	res = explore.Run(explore.Options{MaxRuns: maxRuns}, helped.run)
	if !res.Complete || res.Violating < res.Traces {
		return "somebody else may start it"
	}
	t.refuted = true
	return ""
}

// A program is one way for each thread.
type program struct {
	verdict *engine.CacheVerdict
	moment  story.Moment
	ways    map[int][]story.Event
	helped  bool // strangers do what they can
	lines   tell.Lines
}

func (p *program) hasTarget() bool { return p.any(func(e story.Event) bool { return e.Target }) }

// starts reports whether the program starts the cache itself.
func (p *program) starts() bool {
	return p.any(func(e story.Event) bool { return e.Act == story.ActStart })
}

func (p *program) any(such func(story.Event) bool) bool {
	for _, w := range p.ways {
		if slices.ContainsFunc(w, such) {
			return true
		}
	}
	return false
}

func (p *program) size() int {
	n := 0
	for _, w := range p.ways {
		n += len(w)
	}
	return n
}

// leaves reports whether a stranger may have the cache when the line is reached.
func (p *program) leaves() bool {
	for _, w := range p.ways {
		for _, e := range w {
			if e.Target {
				break
			}
			if e.Act == story.ActHelpAccess {
				return true
			}
		}
	}
	return false
}

func form(s string) lazycache.Form {
	switch s {
	case "unstructured":
		return lazycache.Unstructured
	case "metadata":
		return lazycache.Metadata
	}
	return lazycache.Structured
}

// object is the form and kind that an event is about: those of the verdict if
// it does not say.
func (p *program) object(what string) (lazycache.Form, string) {
	f, kind, known := strings.Cut(what, " ")
	if !known {
		f = p.verdict.Read.Form
	}
	if kind == "" {
		kind = p.verdict.Story.Kind
	}
	if kind == "" {
		kind = "object"
	}
	return form(f), kind
}

// run is the program for package explore.
func (p *program) run() {
	profile := cache.ProfileFor(minor)
	server := apiserver.New()
	f, kind := p.object("")
	server.Serve(kind)
	server.WriteNow(apiserver.Change{Verb: apiserver.Added, Object: apiserver.Object{Kind: kind, Key: "a"}})
	sched.Do("one "+kind+" exists", func() {})
	s := &stage{p: p, ctx: sched.Background(), c: lazycache.New(server, &profile)}
	first := p.moment.Threads[0].ID
	sched.Daemon(report.Program, func() { s.thread(first) })
	sched.Quiesce("everything is at rest")
	if s.passed {
		sched.Outcome(passedIt)
	}
	if p.verdict.Waits && s.reached && !s.passed {
		sched.Fail("not started", "nothing has started the cache, and WaitForCacheSync waits for that")
	}
	if p.verdict.Rule == judge.NeverStarted && s.reached {
		_, err := s.c.Get(s.ctx, f, kind, "a")
		s.notStarted(err, "whoever reads with it is told")
	}
}

type stage struct {
	p       *program
	ctx     *sched.Context
	c       *lazycache.Cache
	reached bool
	passed  bool // and what stands there was done
}

// notStarted fails if a read says that the cache is not started.
func (s *stage) notStarted(err error, who string) {
	if errors.Is(err, lazycache.ErrCacheNotStarted) {
		sched.Fail("not started", "nothing has started the cache: %s %q", who, err.Error())
	}
}

// start is the program's own Start. That it fails counts only against a
// stranger's.
func (s *stage) start() {
	if err := s.c.Start(s.ctx); err != nil && s.p.helped {
		sched.Fail("started twice", "Start fails: %v", err)
	}
}

// help is what a stranger does.
func (s *stage) help(what string) {
	_, kind := s.p.object(what)
	s.c.GetInformer(s.ctx, lazycache.Structured, kind, false)
	sched.Daemon("somebody else", func() { s.c.Start(s.ctx) })
	s.c.WaitForCacheSync(s.ctx)
}

// thread runs the way of a thread.
func (s *stage) thread(t int) {
	for _, e := range s.p.ways[t] {
		sched.Site(s.p.lines.Site(e.Site.Pos, e.Site.Where))
		if e.Target && !s.reached {
			s.reached = true
			sched.Reached(goal)
		}
		switch e.Act {
		case story.ActBirth:
			sched.Do("a new "+s.p.verdict.Role, func() {})
		case story.ActSpawn:
			if child := e.Thread; child != t {
				sched.Daemon(s.p.threadName(child), func() { s.thread(child) })
			}
		case story.ActStart:
			s.start()
		case story.ActHelpStart:
			s.help(e.What)
		case story.ActHelpAccess:
			if s.p.helped {
				s.help(e.What)
			}
		case story.ActWait:
			s.c.WaitForCacheSync(s.ctx)
		case story.ActRegister, story.ActHelpRegister:
			f, kind := s.p.object(e.What)
			s.c.GetInformer(s.ctx, f, kind, false)
		case story.ActRead:
			s.read(e)
		}
		s.passed = s.passed || e.Target
	}
}

func (p *program) threadName(id int) string {
	for _, t := range p.moment.Threads {
		if t.ID == id {
			return t.Name
		}
	}
	return "goroutine"
}

func (s *stage) read(e story.Event) {
	rule := s.p.verdict.Rule
	if e.Target && rule == judge.UnregisteredRead {
		s.c.ReaderFailOnMissingInformer = true
	}
	f, kind := s.p.object(e.What)
	var err error
	if e.Site.Call == "List" {
		_, err = s.c.List(s.ctx, f, kind)
	} else {
		_, err = s.c.Get(s.ctx, f, kind, "a")
	}
	if !e.Target {
		return
	}
	switch rule {
	case judge.ReadBeforeSync:
		s.notStarted(err, "the read fails with")
	case judge.UnregisteredRead:
		if errors.Is(err, lazycache.ErrResourceNotCached) {
			sched.Fail("not registered", "WaitForCacheSync has returned, and there is no informer of %s: the read has to make it and wait for it", kind)
		}
	}
}
