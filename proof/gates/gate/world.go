package gate

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing/synctest"
	"time"
)

// A Config bounds one execution.
type Config struct {
	// Limit is the time, on the bubble's clock, by which the body has to end.
	Limit time.Duration
	// Grace is the time that all other goroutines have after that.
	Grace time.Duration
	// Early is how much time may pass, in all, although something could run.
	// Zero means that time passes only when nothing can.
	Early time.Duration
	// MaxSteps bounds the steps; more are an error.
	MaxSteps int
}

// An Alt is one way to go on.
type Alt struct {
	Thread int // in the order of creation; Clock for letting time pass
	Case   int // of a select: the one to be tried first
	Delays int // by how much this deviates from the default
}

// Clock stands for a thread in an Alt that lets time pass.
const Clock = -1

// clockName is its name in a Step.
const clockName = "clock"

// A Strategy chooses. Its Choose is called with two or more alternatives, of
// which the first is the default one, and returns the index of one of them.
type Strategy interface {
	Choose(alts []Alt) int
}

// A Decision is what a strategy was asked and what it answered.
type Decision struct {
	Chosen int
	Alts   []Alt
	// Took is the case that a select took, if a select was chosen: not always
	// the one that was asked for. It is None if no case was ready.
	Took int
}

// None is the case that a select took if it took none at once.
const None = -1

// A Step is a thread going on from a gate.
type Step struct {
	Thread string
	Site   string
	Case   int
}

// An Outcome is what happened in an execution.
type Outcome struct {
	Decisions []Decision
	Steps     []Step
	Notes     []string // see Note
	Panics    []string // of goroutines
	// Overdue is set if the body did not end in time.
	Overdue bool
	// Stuck are the threads that did not end, with the gates they wait at.
	Stuck []string
	// Same is set if this execution is one that the search has seen: it asked a
	// select to try a case first that was not ready.
	Same bool
	// Err says what went wrong with the execution itself.
	Err error
}

type state uint8

const (
	unborn  state = iota
	running       // or blocked where there are no gates
	parked        // at a gate
	native        // in an operation of Go's own
	ended
)

type thread struct {
	id       int
	name     string
	children int
	state    state
	blocked  bool // native, and something else has run since
	site     string
	cases    int // alternatives at this gate
	ready    func() bool
	resume   chan int
}

// A world is one execution.
type world struct {
	mu      sync.Mutex
	threads []*thread
	of      map[uintptr]*thread
	writers map[*sync.RWMutex]int // that have announced themselves and wait
	conds   map[*sync.Cond][]*waiter
	onces   map[*sync.Once]bool // being done
	keys    map[any]int
	arrived chan struct{}
	never   chan struct{}
	last    int
	quiet   bool // no more choices
	out     *Outcome
}

// active is the execution that gates belong to, if any: one at a time in a
// process, because the instrumented code has no other way to find it.
var active atomic.Pointer[world]

// Execute runs body and the goroutines that it begins, one at a time, until
// body has ended and so have they, or until they no longer can. The strategy is
// asked while body runs. Execute has to be called by the first goroutine of a
// bubble; the bubble cannot end if something is stuck.
func Execute(c Config, s Strategy, body func()) *Outcome {
	w := &world{
		of:      make(map[uintptr]*thread),
		writers: make(map[*sync.RWMutex]int),
		conds:   make(map[*sync.Cond][]*waiter),
		onces:   make(map[*sync.Once]bool),
		keys:    make(map[any]int),
		arrived: make(chan struct{}, 1),
		never:   make(chan struct{}),
		out:     &Outcome{},
	}
	if !active.CompareAndSwap(nil, w) {
		w.out.Err = fmt.Errorf("there is another execution")
		return w.out
	}
	defer active.Store(nil)

	main := w.spawn(nil, "main")
	go w.run(main, body)

	var alts []Alt
	early := c.Early
	deadline := time.Now().Add(c.Limit)
	over := false
	for steps := 0; ; steps++ {
		synctest.Wait()
		select {
		case <-w.arrived:
		default:
		}
		live := w.observe()
		if w.out.Err != nil {
			break
		}
		if !over && main.state == ended {
			over, w.quiet = true, true
			deadline = time.Now().Add(c.Grace)
		}
		if !live {
			return w.out
		}
		if steps == c.MaxSteps {
			w.out.Err = fmt.Errorf("more than %d steps", c.MaxSteps)
			break
		}
		alts = w.alternatives(alts[:0])
		if len(alts) == 0 {
			if !w.pass(time.Until(deadline)) {
				break
			}
			continue
		}
		if early > 0 && !w.quiet {
			alts = append(alts, Alt{Thread: Clock, Delays: w.ready()})
		}
		a, ok := w.choose(s, alts, steps)
		if !ok {
			break
		}
		if a.Thread == Clock {
			w.out.Steps = append(w.out.Steps, Step{clockName, "", 0})
			begin := time.Now()
			w.pass(early)
			early -= time.Since(begin)
		} else {
			w.release(a)
		}
	}
	w.unfinished(main)
	return w.out
}

// choose asks the strategy, if there is anything to choose, and records what it
// says. It fails if the strategy asks for what is not there.
func (w *world) choose(s Strategy, alts []Alt, steps int) (Alt, bool) {
	if len(alts) == 1 || w.quiet {
		return alts[0], true
	}
	chosen := s.Choose(alts)
	if chosen < 0 || chosen >= len(alts) {
		w.out.Err = fmt.Errorf("the schedule asks for alternative %d of %d at step %d", chosen, len(alts), steps)
		return Alt{}, false
	}
	w.out.Decisions = append(w.out.Decisions, Decision{chosen, slices.Clone(alts), alts[chosen].Case})
	return alts[chosen], true
}

// unfinished records what has not ended.
func (w *world) unfinished(main *thread) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.out.Overdue = main.state != ended
	for _, t := range w.threads {
		if t.state != ended && t.state != unborn {
			w.out.Stuck = append(w.out.Stuck, t.name+" at "+t.site)
		}
	}
}

// observe notes which threads have blocked in operations of Go's own, and
// reports whether any thread lives.
func (w *world) observe() (live bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, t := range w.threads {
		if t.state == native {
			t.blocked = true
		}
		live = live || t.state != unborn && t.state != ended
	}
	return live
}

// alternatives appends the ways to go on. The default is the thread that ran
// last, with the first case, or the next one after it that can; each thread
// that is passed over is a delay, and so is a case that is not the first.
func (w *world) alternatives(alts []Alt) []Alt {
	passed := 0
	for i := range w.threads {
		t := w.threads[(w.last+i)%len(w.threads)]
		if !t.enabled() {
			continue
		}
		for c := range t.cases {
			alts = append(alts, Alt{t.id, c, passed + min(c, 1)})
		}
		passed++
	}
	return alts
}

// ready counts the threads that can go on.
func (w *world) ready() (n int) {
	for _, t := range w.threads {
		if t.enabled() {
			n++
		}
	}
	return n
}

func (t *thread) enabled() bool { return t.state == parked && (t.ready == nil || t.ready()) }

func (w *world) release(a Alt) {
	t := w.threads[a.Thread]
	w.out.Steps = append(w.out.Steps, Step{t.name, t.site, a.Case})
	w.last = t.id
	t.state = running
	t.resume <- a.Case
}

// pass lets time pass until a thread comes to a gate, but no longer than d, and
// reports whether one has come.
func (w *world) pass(d time.Duration) bool {
	if d <= 0 {
		return false
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-w.arrived:
		return true
	case <-timer.C:
		return false
	}
}

func (w *world) spawn(parent *thread, name string) *thread {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.spawnLocked(parent, name)
}

func (w *world) spawnLocked(parent *thread, name string) *thread {
	if parent != nil {
		parent.children++
		name = fmt.Sprintf("%s#%d", name, len(w.threads))
	}
	t := &thread{id: len(w.threads), name: name, resume: make(chan int)}
	w.threads = append(w.threads, t)
	return t
}

// run is the life of a thread in the goroutine that calls it.
func (w *world) run(t *thread, f func()) {
	w.begin(t)
	defer w.end(t)
	f()
}

func (w *world) begin(t *thread) {
	w.mu.Lock()
	w.of[goroutine()] = t
	w.mu.Unlock()
	w.park(t, "start", 1, nil)
}

// end has to be deferred. It keeps a panic from ending the process: the outcome
// has it instead.
func (w *world) end(t *thread) {
	r := recover()
	w.mu.Lock()
	defer w.mu.Unlock()
	if r != nil {
		w.out.Panics = append(w.out.Panics, fmt.Sprintf("panic: %v", r))
		w.quiet = true
	}
	t.state = ended
	delete(w.of, goroutine())
}

// me returns the calling thread.
func (w *world) me(site string) *thread {
	w.mu.Lock()
	t := w.of[goroutine()]
	w.mu.Unlock()
	if t == nil || t.state != running {
		w.fail(fmt.Errorf("a goroutine that no gate has seen begin comes to %s", site))
	}
	return t
}

// fail ends the execution with an error. It does not return.
func (w *world) fail(err error) {
	w.mu.Lock()
	if w.out.Err == nil {
		w.out.Err = err
	}
	w.mu.Unlock()
	w.knock()
	<-w.never
}

// knock tells the scheduler that there is something to look at.
func (w *world) knock() {
	select {
	case w.arrived <- struct{}{}:
	default:
	}
}

// park waits at a gate until the thread is to go on, and returns the case.
func (w *world) park(t *thread, site string, cases int, ready func() bool) int {
	w.mu.Lock()
	t.state, t.site, t.cases, t.ready = parked, site, cases, ready
	w.mu.Unlock()
	w.knock()
	return <-t.resume
}

// leave begins an operation of Go's own, which may block.
func (w *world) leave(t *thread) {
	w.mu.Lock()
	t.state, t.blocked = native, false
	w.mu.Unlock()
}

// back ends it. If the thread was blocked, what woke it is still running, so it
// has to wait for its turn.
func (w *world) back(t *thread) {
	w.mu.Lock()
	blocked := t.blocked
	t.state = running
	w.mu.Unlock()
	if blocked {
		w.park(t, t.site+" (done)", 1, nil)
	}
}

// Note puts a line into the outcome.
func Note(format string, args ...any) {
	if w := active.Load(); w != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.out.Notes = append(w.out.Notes, fmt.Sprintf(format, args...))
	}
}

// Text renders an outcome, the same for the same execution.
func (o *Outcome) Text() string {
	var b []byte
	for i, s := range o.Steps {
		b = fmt.Appendf(b, "%4d  %-24s %s", i+1, s.Thread, s.Site)
		if s.Case > 0 {
			b = fmt.Appendf(b, ", case %d first", s.Case)
		}
		b = append(b, '\n')
	}
	for _, part := range []struct {
		name  string
		lines []string
	}{{"note", o.Notes}, {"panic", o.Panics}, {"stuck", slices.Sorted(slices.Values(o.Stuck))}} {
		for _, line := range part.lines {
			b = fmt.Appendf(b, "%s: %s\n", part.name, line)
		}
	}
	if o.Err != nil {
		b = fmt.Appendf(b, "error: %v\n", o.Err)
	}
	return string(b)
}
