// Package lazy runs what the analysis extracted about one cache of
// controller-runtime (lazy.Story) on the reference runtime, to find out whether
// its read really cannot work.
//
// It does not know how the judge of package internal/lazy decided. It runs each
// way through the extracted program against an API server with one object, in
// all interleavings with the runtime's own threads, and looks at one of three
// things:
//
//   - read-before-sync: the read does not say that the cache is not started;
//   - never-started: when everything is at rest, a read does not say so;
//   - unregistered-read: after the wait, the read finds an informer for its
//     kind, so that what it reads has been waited for. (The reference cache is
//     told to make none on a read, as ReaderFailOnMissingInformer does.)
//
// # What counts
//
// Every way that leads to the line must go wrong, in every execution. What a
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

	"github.com/informerlint/informerlint/internal/lazy"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/witness/tell"
	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/lazycache"
	"github.com/informerlint/informerlint/reference/sched"
)

// maxRuns bounds the executions of one way; over it there is no witness.
const maxRuns = 5000

// minor is the client-go version whose profile is used: the cache's own
// behaviour is the same in all.
const minor = 37

// Bound says what is explored.
const Bound = "one object, no faults, no stop, controller-runtime 0.25"

const goal = "the line"

// Reproduce returns a shortest execution that goes wrong, or why there is none.
func Reproduce(v *lazy.Verdict) (*report.Witness, string) {
	if v.Story.Cut {
		return nil, "there are too many ways through the function"
	}
	var worst *program
	classes, violating := 0, 0
	escapes, refuted := false, false
	for _, way := range v.Story.Ways {
		at := slices.IndexFunc(way, func(s lazy.Step) bool { return s.Target })
		if at < 0 {
			continue
		}
		p := &program{verdict: v, way: way}
		res := explore.Run(explore.Options{MaxRuns: maxRuns, Goals: []string{goal}}, p.run)
		if !res.Complete {
			return nil, "too large to be run: " + res.Why
		}
		if len(res.Missing) > 0 {
			continue // something before it blocks for ever
		}
		if res.Violating < res.Traces {
			return nil, "nothing goes wrong in some execution"
		}
		classes += res.Traces
		violating += res.Violating
		if worst == nil || len(way) < len(worst.way) {
			worst = p
		}
		if !slices.ContainsFunc(way[:at+1], func(s lazy.Step) bool { return s.Do == lazy.DoEscape }) {
			continue
		}
		escapes = true
		if !slices.ContainsFunc(way[at:], func(s lazy.Step) bool { return s.Do == lazy.DoStart || s.Do == lazy.DoGo }) {
			continue
		}
		helped := &program{verdict: v, way: way, helped: true}
		res = explore.Run(explore.Options{MaxRuns: maxRuns}, helped.run)
		if !res.Complete || res.Violating < res.Traces {
			return nil, "somebody else may start it"
		}
		refuted = true
	}
	switch {
	case worst == nil:
		return nil, "the line is never reached"
	case escapes && !refuted:
		return nil, "somebody else may start it"
	}
	t, _ := explore.Counterexample(explore.Options{MaxRuns: maxRuns}, 1, worst.run)
	if t == nil {
		return nil, "nothing goes wrong"
	}
	w := worst.lines.Run(t)
	w.Classes, w.Violating, w.Bound = classes, violating, Bound
	return w, ""
}

// A program is one way.
type program struct {
	verdict *lazy.Verdict
	way     []lazy.Step
	helped  bool // strangers do what they can
	lines   tell.Lines
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

func (p *program) kind(r lazy.Read) string {
	if r.Kind != "" {
		return r.Kind
	}
	if p.verdict.Story.Kind != "" {
		return p.verdict.Story.Kind
	}
	return "object"
}

// run is the program for package explore.
func (p *program) run() {
	profile := cache.ProfileFor(minor)
	server := apiserver.New()
	kind := p.kind(lazy.Read{})
	server.Serve(kind)
	server.WriteNow(apiserver.Change{Verb: apiserver.Added, Object: apiserver.Object{Kind: kind, Key: "a"}})
	sched.Do("one "+kind+" exists", func() {})
	s := &stage{p: p, ctx: sched.Background(), c: lazycache.New(server, &profile)}
	sched.Daemon(report.Program, s.thread)
	sched.Quiesce("everything is at rest")
	if p.verdict.Rule == lazy.NeverStarted && s.reached {
		_, err := s.c.Get(s.ctx, form(p.verdict.Read.Form), kind, "a")
		s.notStarted(err, "whoever reads with it is told")
	}
}

type stage struct {
	p       *program
	ctx     *sched.Context
	c       *lazycache.Cache
	reached bool
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
func (s *stage) help(kind string) {
	s.c.GetInformer(s.ctx, lazycache.Structured, kind, false)
	sched.Daemon("somebody else", func() { s.c.Start(s.ctx) })
	s.c.WaitForCacheSync(s.ctx)
}

func (s *stage) thread() {
	for _, step := range s.p.way {
		sched.Site(s.p.lines.Site(step.Site.Pos, step.Site.Where))
		kind := s.p.kind(step.Read)
		if step.Target && !s.reached {
			s.reached = true
			sched.Reached(goal)
		}
		switch step.Do {
		case lazy.DoNew:
			sched.Do("a new "+s.p.verdict.RoleName(), func() {})
		case lazy.DoStart:
			s.start()
		case lazy.DoGo:
			sched.Daemon("goroutine ("+step.Site.Where+")", s.start)
		case lazy.DoMayStart:
			s.help(kind)
		case lazy.DoEscape:
			if s.p.helped {
				s.help(kind)
			}
		case lazy.DoWait:
			s.c.WaitForCacheSync(s.ctx)
		case lazy.DoRegister:
			s.c.GetInformer(s.ctx, form(step.Read.Form), kind, false)
		case lazy.DoRead:
			s.read(step, kind)
		}
	}
}

func (s *stage) read(step lazy.Step, kind string) {
	rule := s.p.verdict.Rule
	if step.Target && rule == lazy.UnregisteredRead {
		s.c.ReaderFailOnMissingInformer = true
	}
	var err error
	if step.Read.Call == "List" {
		_, err = s.c.List(s.ctx, form(step.Read.Form), kind)
	} else {
		_, err = s.c.Get(s.ctx, form(step.Read.Form), kind, "a")
	}
	if !step.Target {
		return
	}
	switch rule {
	case lazy.ReadBeforeSync:
		s.notStarted(err, "the read fails with")
	case lazy.UnregisteredRead:
		if errors.Is(err, lazycache.ErrResourceNotCached) {
			sched.Fail("not registered", "WaitForCacheSync has returned, and there is no informer of %s: the read has to make it and wait for it", kind)
		}
	}
}
