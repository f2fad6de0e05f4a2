// Package order runs what the analysis extracted about one informer
// (story.Story) on the reference runtime, to find out whether it really goes
// wrong.
//
// It does not know what the judge of package flow decided. It runs every way
// through the extracted program, each in all interleavings with the runtime's
// own threads, against an API server with one object, and looks at three things:
//
//   - at rest, the object is visible through the lister of an informer that was
//     registered and is used;
//   - after the factory's WaitForCacheSync has returned, so it is for an
//     informer that was registered before, if the factory was not started
//     before: one that is started again may be awaited in part.
//   - when the lister is read, the object is visible, and
//     cache.WaitForCacheSync returns some time. These two are only asked of the
//     stories of a read or of such a wait.
//   - a setting that works only before the start is taken (setup.go).
//
// # What counts
//
// The program is an abstraction, so a violation must not depend on what is
// not known:
//
//   - Each way through the branches that leads to the moment in question must
//     go wrong in some interleaving: which branch is taken is not known.
//   - Where something that was not followed may put threads in order, or code
//     runs at an unknown time, each way must go wrong in every interleaving.
//   - What a stranger can do, he does, in the way that helps most: he registers
//     and starts as soon as he can, and again when everything is at rest.
//   - Nothing stops: stop channels stay open.
//
// A moment that no way reaches, or that has more ways than can be tried, has no
// witness.
package order

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/story"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/factory"
	"github.com/informerlint/informerlint/reference/sched"
)

// Limits of one exploration. Over them there is no witness.
const (
	maxPrograms = 1000   // ways of all threads, combined
	maxRuns     = 5000   // executions of one program
	maxTotal    = 20_000 // and of all programs of a moment, about a second
)

// minor is the client-go version whose profile is used. The two properties
// hold or fail alike in all versions from 0.20 on.
const minor = 37

// Bound says what is explored.
const Bound = "one object, no faults, no stop, client-go 0.37"

// Properties, as they are violated.
const (
	neverRuns  = "never runs"
	waitsForNo = "the wait was for nothing"
	readsEarly = "read before it is synced"
	blocks     = "blocks for ever"
)

// A Verdict says what became of a story.
type Verdict struct {
	// Witness is a shortest execution that goes wrong; nil if there is none.
	Witness *report.Witness
	// Reached says that some moment of the story is reached by some way.
	Reached bool
	// Cut says that something was too large to be tried: no witness, and no
	// word about its absence. Why says what.
	Cut bool
	Why string
}

// Try looks for a moment of the story that goes wrong.
func Try(s story.Story) Verdict {
	var v Verdict
	for _, m := range s.Moments {
		if m.Cut {
			v.Cut, v.Why = true, "too many ways through a thread"
			continue
		}
		w, reached, cut := try(s, m)
		v.Reached = v.Reached || reached
		if cut != "" {
			v.Cut, v.Why = true, cut
		}
		if w != nil && (v.Witness == nil || len(w.Steps) < len(v.Witness.Steps)) {
			v.Witness = w
		}
	}
	return v
}

// A program is one way for each thread.
type program struct {
	story  story.Story
	moment story.Moment
	ways   map[int][]story.Event
	// places are the user's lines that steps stand at, see sched.Site.
	places []compose.Site
	text   map[string]int
}

func try(s story.Story, m story.Moment) (w *report.Witness, reached bool, cut string) {
	var worst *program
	classes, violating, runs := 0, 0, 0
	fine := false
	ok := m.Combine(maxPrograms, func(ways map[int][]story.Event) bool {
		p := &program{story: s, moment: m, ways: ways, text: make(map[string]int)}
		if !p.hasTarget() {
			return true
		}
		res := explore.Run(explore.Options{MaxRuns: maxRuns, Goals: []string{goal}}, p.run)
		runs += res.Runs
		switch {
		case !res.Complete:
			cut = res.Why
			return false
		case runs > maxTotal:
			cut = "too many executions"
			return false
		}
		if len(res.Missing) > 0 {
			return true // something before it blocks for ever
		}
		reached = true
		if res.Violating == 0 || p.unordered() && res.Violating < res.Traces {
			fine = true
			return false
		}
		classes += res.Traces
		violating += res.Violating
		if worst == nil || p.size() < worst.size() {
			worst = p
		}
		return true
	})
	if fine {
		return nil, true, ""
	}
	if !ok {
		cut = "too many combinations of ways"
	}
	if cut != "" {
		return nil, reached, cut
	}
	if worst == nil {
		return nil, false, ""
	}
	t, _ := explore.Counterexample(explore.Options{MaxRuns: maxRuns}, 1, worst.run)
	if t == nil {
		return nil, true, ""
	}
	w = worst.tell(t)
	w.Classes, w.Violating, w.Bound = classes, violating, worst.bound()
	return w, true, ""
}

func (p *program) hasTarget() bool {
	for _, w := range p.ways {
		for _, e := range w {
			if e.Target {
				return true
			}
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

// touches: the event does something to the informer, or needs it.
func touches(e story.Event) bool {
	return e.Act != story.ActSpawn && e.Act != story.ActAwait && e.Act != story.ActSignal
}

// unordered reports whether the order of the threads rests on something that
// was not followed: code that runs at an unknown time; a thread that waits for
// something before it acts; or one that signals after it has acted, while
// another waits for something before it acts. It is about what happens beside
// the thread: what a thread does with its own children is ordered as it is,
// whenever it runs.
func (p *program) unordered() bool {
	info := make(map[int]story.Thread)
	for _, t := range p.moment.Threads {
		info[t.ID] = t
	}
	for t, w := range p.ways {
		if t == p.moment.Threads[0].ID || !p.beside(t, act) {
			continue
		}
		acted, waited, signals := false, false, info[t].Group
		for _, e := range w {
			switch {
			case e.Act == story.ActAwait:
				waited = true
			case e.Act == story.ActSignal:
				signals = signals || acted
			case touches(e):
				if waited {
					return true
				}
				acted = true
			}
		}
		if info[t].Later {
			return true
		}
		if signals && p.beside(t, awaitThenAct) {
			return true
		}
	}
	return false
}

func act(way []story.Event) bool { return slices.ContainsFunc(way, touches) }

func awaitThenAct(way []story.Event) bool {
	i := slices.IndexFunc(way, func(e story.Event) bool { return e.Act == story.ActAwait })
	return i >= 0 && act(way[i:])
}

// beside asks whether what a thread does beside t is such: a thread that is
// not below t, from where it has started t, if it has.
func (p *program) beside(t int, such func([]story.Event) bool) bool {
	below := p.below(t)
	for u, w := range p.ways {
		if below[u] {
			continue
		}
		from := slices.IndexFunc(w, func(e story.Event) bool { return e.Act == story.ActSpawn && p.below(e.Thread)[t] })
		if such(w[from+1:]) {
			return true
		}
	}
	return false
}

// below are the threads that t starts, and t.
func (p *program) below(t int) map[int]bool {
	out := map[int]bool{t: true}
	work := []int{t}
	for len(work) > 0 {
		w := p.ways[work[0]]
		work = work[1:]
		for _, e := range w {
			if e.Act == story.ActSpawn && !out[e.Thread] {
				out[e.Thread] = true
				work = append(work, e.Thread)
			}
		}
	}
	return out
}

const goal = "the moment"

// A stage is the state of one execution.
type stage struct {
	p       *program
	server  *apiserver.Server
	factory *factory.SharedInformerFactory
	inf     *cache.SharedIndexInformer
	stop    *sched.Chan[struct{}]
	start   bool // somebody may start the factory at any time
	run     bool // somebody may run the informer at any time
	counted bool // the moment was reached
	blocked bool // the moment is a wait, and it has not returned
}

// run is the program for package explore.
func (p *program) run() {
	profile := cache.ProfileFor(p.minor())
	s := &stage{p: p, server: apiserver.New(), stop: sched.NamedChan[struct{}]("stop", 0)}
	name := p.kind()
	s.server.Serve(name)
	s.server.WriteNow(apiserver.Change{Verb: apiserver.Added, Object: apiserver.Object{Kind: name, Key: "a"}})
	sched.Do("one "+name+" exists", func() {})
	s.factory = factory.New(s.server, 0, &profile, nil)
	if p.story.Single {
		s.inf = cache.NewSharedIndexInformer(s.server, name, 0, &profile, nil)
	}
	if !p.registers() && !p.story.Single {
		// Of a factory from elsewhere, whoever made it has registered something.
		s.register()
	}
	first := p.moment.Threads[0].ID
	sched.Daemon(p.threadName(first), func() { s.thread(first) })
	if p.stops() {
		sched.Daemon("whoever stops it", s.stop.Close)
	}
	sched.Quiesce("everything is at rest")
	if s.start {
		s.register()
		s.factory.Start(s.stop)
	}
	if s.run {
		s.runInformer()
	}
	if s.start || s.run {
		sched.Quiesce("everything is at rest")
	}
	if s.blocked {
		sched.Fail(blocks, "at rest, WaitForCacheSync has not returned: the %s informer is not synced, and what would let it run comes after the wait", name)
	}
	if s.counted && p.moment.Act != story.ActWait && p.moment.Act != story.ActRead && p.moment.Act != story.ActSetup && len(s.inf.GetStore().Now()) == 0 {
		sched.Fail(neverRuns, "at rest, nothing runs the %s informer: its store is empty, though there is an object", name)
	}
}

func (p *program) kind() string {
	if p.story.Kind == "" {
		return "object" // of a resource that is not constant
	}
	return p.story.Kind
}

func (p *program) threadName(t int) string {
	for _, th := range p.moment.Threads {
		if th.ID == t && th.Name != "main" {
			return th.Name
		}
	}
	return "the program"
}

// registers reports whether the program registers the informer itself.
func (p *program) registers() bool {
	for _, t := range p.moment.Threads {
		for _, w := range t.Ways {
			for _, e := range w {
				if e.Act == story.ActRegister {
					return true
				}
			}
		}
	}
	return false
}

func (s *stage) register() {
	if !s.p.story.Single {
		s.inf = s.factory.InformerFor(s.p.kind())
	}
}

func (s *stage) runInformer() {
	s.register()
	inf := s.inf
	sched.Daemon(s.p.kind()+".run", func() { inf.Run(s.stop) })
}

// thread runs one way.
func (s *stage) thread(t int) {
	registered, started := s.p.before(t, story.ActRegister), s.p.before(t, story.ActStart)
	if !s.p.registers() || s.p.story.Single {
		registered = true
	}
	for _, e := range s.p.ways[t] {
		sched.Site(s.p.place(e.Site))
		if e.Target {
			sched.Reached(goal)
		}
		if s.p.idle(e) {
			continue
		}
		switch e.Act {
		case story.ActRegister:
			s.register()
			registered = true
		case story.ActUse:
			if !registered {
				s.register()
				registered = true
			}
		case story.ActSetup:
			if !registered {
				s.register()
				registered = true
			}
			s.setUp(e.Site.Call)
		case story.ActStart:
			s.factory.Start(s.stop)
			started = true
		case story.ActRun:
			s.runInformer()
		case story.ActWait:
			s.factory.WaitForCacheSync(s.stop)
			if e.Target && registered && !started {
				if len(s.inf.GetStore().List()) == 0 {
					sched.Fail(waitsForNo, "WaitForCacheSync has returned, and the %s informer is not synced: its lister is empty, though there is an object", s.p.kind())
				}
			}
		case story.ActRead:
			if s.inf == nil {
				s.register()
			}
			if len(s.inf.GetStore().List()) == 0 {
				sched.Fail(readsEarly, "the %s informer is not synced when its store is read: it is empty, though there is an object", s.p.kind())
			}
		case story.ActSync:
			if s.inf == nil {
				s.register()
			}
			s.blocked = s.blocked || e.Target
			cache.WaitForCacheSync(s.stop, s.inf.Synced())
			if e.Target {
				s.blocked = false
			}
		case story.ActSpawn:
			child := e.Thread
			if s.p.below(child)[t] {
				continue // code that starts itself: once is enough, and else there is no end
			}
			sched.Daemon(s.p.threadName(child), func() { s.thread(child) })
		case story.ActHelpRegister:
			s.register()
		case story.ActHelpRun:
			s.run = true
			if registered {
				s.runInformer()
			}
		case story.ActHelpAccess:
			s.run = true
			s.register()
			s.runInformer()
		case story.ActHelpStart:
			s.start, s.run = true, s.run || s.p.story.Single
			s.register()
			s.factory.Start(s.stop)
			if s.p.story.Single {
				s.runInformer()
			}
		}
		if e.Target {
			s.counted = true
		}
	}
}

// before reports whether an act comes before the thread begins, on the way to
// its go statement.
func (p *program) before(t int, act story.Act) bool {
	for from, w := range p.ways {
		done := false
		for _, e := range w {
			done = done || e.Act == act
			if e.Act == story.ActSpawn && e.Thread == t && from != t {
				return done || p.before(from, act)
			}
		}
	}
	return false
}

// place numbers a user's line for sched.Site.
func (p *program) place(s compose.Site) string {
	if s.Where == "" {
		return ""
	}
	i, ok := p.text[s.Where]
	if !ok {
		i = len(p.places)
		p.places = append(p.places, s)
		p.text[s.Where] = i
	}
	return "#" + strconv.Itoa(i)
}

// tell puts an execution into the words of a witness: what the program does,
// and of the rest what explains it.
func (p *program) tell(t *explore.Trace) *report.Witness {
	w := &report.Witness{}
	for _, f := range t.Failures {
		w.Property = f.Msg
	}
	for i, e := range t.Events {
		step := report.Step{Thread: t.Threads[e.Thread], Text: e.Text}
		if i == 0 {
			step.Thread = "the API server"
		} else if len(e.Notes) > 0 {
			step.Text += ": " + strings.Join(e.Notes, "; ")
		}
		if n, ok := strings.CutPrefix(e.Site, "#"); ok {
			i, err := strconv.Atoi(n)
			if err == nil && i < len(p.places) {
				step.Pos, step.Where = p.places[i].Pos, p.places[i].Where
			}
		}
		if step.Thread == "main" {
			step.Thread = "" // the frame around the program
		}
		w.Steps = append(w.Steps, step)
	}
	return w
}

// String is a verdict for people who work on the engine.
func (v Verdict) String() string {
	switch {
	case v.Witness != nil:
		return fmt.Sprintf("reproduced in %d of %d execution classes", v.Witness.Violating, v.Witness.Classes)
	case v.Cut:
		return "too large to be run: " + v.Why
	case !v.Reached:
		return "the moment is never reached"
	}
	return "nothing goes wrong"
}
