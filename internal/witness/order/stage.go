package order

import (
	"fmt"
	"slices"

	"github.com/informerlint/informerlint/internal/engine/story"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/witness/tell"
	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/factory"
	"github.com/informerlint/informerlint/reference/sched"
)

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
	running bool // a thread runs the informer itself, and its Run has not returned
	begun   map[int]int
	ended   map[int]int
}

// run is the program for package explore.
func (p *program) run() {
	profile := cache.ProfileFor(p.minor())
	s := &stage{p: p, server: apiserver.New(), stop: sched.NamedChan[struct{}]("stop", 0), begun: make(map[int]int), ended: make(map[int]int)}
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
	s.begin(first)
	if p.received() {
		sched.Daemon(owner, s.runInformer)
	}
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
	s.atRest()
	if s.blocked {
		sched.Fail(blocks, "at rest, WaitForCacheSync has not returned: the %s informer is not synced, and what would let it run comes after the wait", name)
	}
	if s.running && !s.counted && !p.trial {
		sched.Fail(runBlocks, "at rest, Run has not returned (it does when it is stopped), and WaitForCacheSync, which comes after it, has not been reached")
	}
	if s.counted && p.atRest() && !(p.trial && p.fails()) && len(s.inf.GetStore().Now()) == 0 {
		sched.Fail(neverRuns, "at rest, nothing runs the %s informer: its store is empty, though there is an object", name)
	}
}

// reachedIt is the outcome of an execution that has got to the moment. After it
// come the threads that do not end, each as "|@" and its key.
const reachedIt = "reached"

// atRest says, where a fix is tried, how the execution has ended.
func (s *stage) atRest() {
	if !s.p.trial {
		return
	}
	outcome := ""
	if s.counted {
		outcome = reachedIt
	}
	for _, t := range s.p.moment.Threads {
		if s.ended[t.ID] < s.begun[t.ID] {
			outcome += "|@" + t.Key
		}
	}
	sched.Outcome(outcome)
}

// begin begins a thread.
func (s *stage) begin(t int) {
	s.begun[t]++
	sched.Daemon(s.p.threadName(t), func() {
		s.thread(t)
		s.ended[t]++
	})
}

// atRest: the moment is one whose user counts on an informer that runs some time.
func (p *program) atRest() bool {
	switch p.moment.Act {
	case story.ActWait, story.ActRead, story.ActSetup, story.ActVoid:
		return false
	}
	return true
}

// owner is the thread of whoever made an informer that the program is given.
const owner = "whoever made the informer"

// received: the informer comes from outside, and is run there, at some time.
func (p *program) received() bool {
	if !p.story.Left || !p.story.Outside {
		return false
	}
	for _, t := range p.moment.Threads {
		for _, w := range t.Ways {
			for _, e := range w {
				if e.Act == story.ActRun || e.Act == story.ActStart || helps(e) {
					return false
				}
			}
		}
	}
	return true
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
	return report.Program
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
	if s.inf == nil {
		s.register()
	}
	sched.Loop(s.p.kind()+".run", s.inf.Running(s.stop))
}

// A walk is a thread on its way.
type walk struct {
	*stage
	t                   int
	registered, started bool // by what comes before, as far as the thread knows
}

// thread runs one way.
func (s *stage) thread(t int) {
	w := walk{stage: s, t: t, registered: s.p.before(t, story.ActRegister), started: s.p.before(t, story.ActStart)}
	if !s.p.registers() || s.p.story.Single {
		w.registered = true
	}
	for i, e := range s.p.ways[t] {
		if !e.Target && s.p.again(t, i) {
			continue // no step: it would read as if it were what comes too late
		}
		sched.Site(s.p.lines.Site(e.Site.Pos, e.Site.Where))
		if e.Target {
			sched.Reached(goal)
		}
		if s.p.idle(e) {
			continue
		}
		if helps(e) {
			sched.Site(tell.Others(sched.AtSite()))
		}
		w.do(e)
		if e.Target {
			s.counted = true
		}
	}
}

// do is what the program does.
func (w *walk) do(e story.Event) {
	switch e.Act {
	case story.ActRegister:
		w.register()
		w.registered = true
	case story.ActUse:
		w.mention()
	case story.ActSetup:
		w.mention()
		w.setUp(e.Site.Call)
	case story.ActStart:
		w.factory.Start(w.stop)
		// Of a fix it is asked that the wait waits for what was registered before
		// it: a Start before that has not started it.
		w.started = w.started || w.registered || !w.p.trial
	case story.ActRun:
		if e.Blocks && w.p.trial {
			w.register()
			w.inf.Run(w.stop)
			return
		}
		if e.Blocks && w.p.behindRun() {
			sched.Do("run "+w.p.kind()+": it returns when it is stopped", func() {})
		}
		w.runInformer()
		if e.Blocks && w.p.behindRun() {
			w.running = true
			w.stop.Recv()
			w.running = false
		}
	case story.ActWait, story.ActRead, story.ActSync, story.ActVoid:
		w.look(e)
	case story.ActSpawn:
		child := e.Thread
		if w.p.below(child)[w.t] {
			return // code that starts itself: once is enough, and else there is no end
		}
		w.begin(child)
	default:
		w.help(e.Act)
	}
}

// mention registers what is used before the program has registered it.
func (w *walk) mention() {
	if !w.registered && w.inf == nil {
		at := sched.AtSite()
		sched.Site("") // whoever handed it to the program has done it
		w.register()
		sched.Site(at)
	}
	w.registered = true
}

// look waits, or reads: where it may turn out that the informer is not synced.
func (w *walk) look(e story.Event) {
	if e.Act == story.ActWait {
		w.factory.WaitForCacheSync(w.stop)
		if e.Target && w.registered && !w.started && w.empty("factory.WaitForCacheSync has returned") {
			sched.Fail(waitsForNo, "WaitForCacheSync has returned, and the %s informer is not synced: its lister is empty, though there is an object", w.p.kind())
		}
		return
	}
	if w.inf == nil {
		w.register()
	}
	if e.Act == story.ActVoid {
		if w.empty("WaitForCacheSync is over, and did not wait for the "+w.p.kind()+" informer") && e.Target {
			sched.Fail(leavesOut, "WaitForCacheSync has returned, and the %s informer is not synced; nothing that can be seen waits for it later", w.p.kind())
		}
		return
	}
	if e.Act == story.ActRead {
		if w.empty(e.Site.Call) {
			sched.Fail(readsEarly, "the %s informer is not synced when its store is read: it is empty, though there is an object", w.p.kind())
		}
		return
	}
	w.blocked = w.blocked || e.Target
	cache.WaitForCacheSync(w.stop, w.inf.Synced())
	if e.Target {
		w.blocked = false
	}
}

// empty looks into the store, as a step of its own.
func (w *walk) empty(step string) (empty bool) {
	store := w.inf.GetStore()
	sched.Do(step, func() {
		now := store.Now()
		empty = len(now) == 0
		sched.Note(func() string { return fmt.Sprintf("the store has %v", now) })
	}, sched.Access{Obj: store.Object(), Mode: sched.Read})
	return empty
}

// help is what a stranger does.
func (w *walk) help(act story.Act) {
	switch act {
	case story.ActHelpRegister:
		w.register()
	case story.ActHelpRun:
		w.stage.run = true
		if w.registered {
			w.runInformer()
		}
	case story.ActHelpAccess:
		w.stage.run = true
		w.register()
		w.runInformer()
	case story.ActHelpStart:
		w.start, w.stage.run = true, w.stage.run || w.p.story.Single
		w.register()
		w.factory.Start(w.stop)
		if w.p.story.Single {
			w.runInformer()
		}
	}
}

// before reports whether an act comes before the thread begins, on the way to
// each go statement that may begin it.
func (p *program) before(t int, act story.Act) bool {
	return p.beforeAll(t, act, map[int]bool{})
}

func (p *program) beforeAll(t int, act story.Act, seen map[int]bool) bool {
	seen[t] = true
	begun := false
	for from, w := range p.ways {
		at := slices.IndexFunc(w, func(e story.Event) bool { return e.Act == story.ActSpawn && e.Thread == t })
		if at < 0 || seen[from] {
			continue // what it has begun itself comes later
		}
		done := slices.ContainsFunc(w[:at], func(e story.Event) bool { return e.Act == act })
		if !done && !p.beforeAll(from, act, seen) {
			return false
		}
		begun = true
	}
	return begun
}
