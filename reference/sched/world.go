package sched

import (
	"fmt"
	"runtime/debug"
	"slices"
	"sort"
	"strings"
)

// Current returns the world that is running.
func Current() *World {
	if guests.Load() == nil && home.current != nil { // what is usual, small enough to be inlined
		return home.current
	}
	return current()
}

//go:noinline
func current() *World {
	w := here().current
	if w == nil {
		panic("sched: used outside of an exploration")
	}
	return w
}

// A World is one execution of a program: its threads, its objects and the
// events so far. It is driven from outside, one [World.Step] at a time.
type World struct {
	run      uint64 // number of the execution
	home     *Runner
	threads  []*Thread
	concerns []uint64 // per thread, what it waits for, see concern; 0: not asked for yet
	running  *Thread
	partner  *Thread   // of the present step, to go on after the running one
	ahead    []Alt     // steps that are to be repeated
	born     []*Thread // spawned, not yet run to their first operation
	objects  int       // slots handed out
	lazy     uint64    // objects first seen when touched
	shelves  []shelf   // of each Pool, by place
	channels []any     // as they were made
	chans    int       // so many so far
	names    names     // see Join

	events  []Event
	touches []Touch // of all events, one after the other
	scratch []Touch

	invariants []*invariant
	failures   []Failure
	outcome    string
	reached    []string
	finally    []func()

	settled  int // times that everything came to rest
	aborting bool
	died     bool // a thread panicked

	tracing bool
	notes   []string
	senders map[int32]int // by slot of a part of a queue: the event that wrote it, or -1

	// noWriterPreference is a mutant of RWMutex, for the tests of the tests.
	noWriterPreference bool

	quiet bool // see Quiet
	brief bool // see Config
	unfit bool // a brief call was not
}

// Config changes how a world runs.
type Config struct {
	Tracing            bool // keep the text of each event
	NoWriterPreference bool // a known wrong RWMutex: only for tests that must notice it

	// Brief gives no stack to calls that are brief, see [Turn]. If one calls an
	// operation all the same, the execution is over, see [World.Unfit].
	Brief bool
}

// A Failure is something that went wrong in an execution.
type Failure struct {
	Kind string // deadlock, leak, panic, race, or the name of a property
	Msg  string
	Step int // events executed when it was seen
}

// Kinds of failures that are always looked for.
const (
	Deadlock = "deadlock"
	Leak     = "leak"
	Panic    = "panic"
	Race     = "race"
)

// A Thread is a goroutine of the program under test.
type Thread struct {
	Name string

	w       *World
	index   int32
	path    uint64 // identity that does not depend on the schedule
	seq     int32  // events so far
	kids    uint64
	made    uint64 // objects created
	creator int
	daemon  bool

	f      func()
	next   func(taken int) Turn // of a thread without a stack, see Loop
	end    func()               // of such a thread, see AtEnd
	op     *op                  // pending; nil while running and when done
	buf    op
	chosen Alt
	site   string
	done   bool
	on     *worker // the coroutine that it runs on, if it needs one

	crashed bool

	clock clock
}

// Start begins an execution of prog and runs its main thread to its first
// operation.
func Start(cfg Config, prog func()) *World {
	w := here().newWorld()
	w.tracing, w.noWriterPreference, w.brief = cfg.Tracing, cfg.NoWriterPreference, cfg.Brief
	if w.tracing {
		w.senders = map[int32]int{}
	}
	w.home.current = w
	w.spawn("main", prog)
	w.settle()
	return w
}

// Close ends an execution wherever it stands.
func (w *World) Close() {
	w.home.current = w
	w.aborting = true
	for _, t := range w.threads {
		if t.on == nil {
			continue
		}
		if !t.done {
			w.running = t
			t.on.next()
		}
		t.on.thread = nil
		w.home.idle = append(w.home.idle, t.on)
	}
	w.home.current = nil
}

// Go starts a thread. The new thread runs to its first operation as part of
// the step that starts it: until then it does nothing that another could see.
func Go(name string, f func()) *Thread { return Current().spawn(name, f) }

// Daemon starts a thread that need not end: one that waits for ever when the
// program is over is no leak.
func Daemon(name string, f func()) *Thread {
	t := Go(name, f)
	t.daemon = true
	return t
}

func (w *World) spawn(name string, f func()) *Thread {
	t := w.newThread()
	t.Name, t.w, t.index, t.f, t.creator = name, w, int32(len(w.threads)), f, len(w.events)-1
	if p := w.running; p != nil {
		p.kids++
		t.path = mix(p.path ^ mix(p.kids))
		t.clock = append(t.clock, p.clock...)
		p.tick()
	} else {
		t.path = mix(1)
	}
	t.tick()
	w.threads, w.concerns = append(w.threads, t), append(w.concerns, 0)
	w.born = append(w.born, t)
	return t
}

// settle runs what a step set in motion until every thread stands before an
// operation or has ended.
func (w *World) settle() {
	for i := 0; i < len(w.born); i++ { // they may start others
		t := w.born[i]
		if t.next == nil {
			t.on = w.home.hire(t)
		}
		t.chosen.Case = -1
		w.resume(t)
	}
	w.born = w.born[:0]
	w.running = nil
}

func (w *World) resume(t *Thread) {
	w.running = t
	t.op, w.concerns[t.index] = nil, 0
	if t.on == nil {
		t.advance(int(t.chosen.Case))
		return
	}
	if t.on.next(); t.next != nil && t.returned() {
		t.advance(-1)
	}
}

// aborted is what unwinds a thread when the execution is over. Program code
// that recovers must let it pass, see [Recovered].
type aborted struct{}

// Recovered must be given what recover returned by program code that goes on
// after a panic: it does not return if the panic was the end of the execution.
func Recovered(r any) any {
	if a, ok := r.(aborted); ok {
		panic(a)
	}
	return r
}

func (t *Thread) main() {
	defer t.recovered(true)
	t.f()
}

// recovered, deferred, ends a thread that panics, and one whose function ends.
func (t *Thread) recovered(end bool) {
	if end {
		t.done, t.op = true, nil
	}
	r := recover()
	if r == nil {
		return
	}
	if _, ok := r.(aborted); ok {
		return
	}
	t.crashed, t.done = true, true
	if t.end != nil {
		t.end()
	}
	t.w.died = true
	msg := fmt.Sprintf("%s: %v", t.Name, r)
	if t.w.tracing {
		msg += "\n" + program(debug.Stack())
	}
	t.w.fail(Panic, msg)
}

// program keeps the lines of a stack that are about the program under test.
func program(stack []byte) string {
	var keep []string
	for line := range strings.Lines(string(stack)) {
		if strings.Contains(line, "/sched.(*Thread).turn(") {
			break // below is who drives the execution
		}
		if strings.HasPrefix(line, "\t") || strings.Contains(line, "/sched.") || strings.HasPrefix(line, "runtime") {
			continue
		}
		if end := strings.LastIndex(line, "("); end > 0 && !strings.HasPrefix(line, "panic(") && !strings.HasPrefix(line, "iter.") {
			keep = append(keep, "  in "+line[:end])
		}
	}
	return strings.Join(keep, "\n")
}

// block makes the running thread stand before its operation t.buf until the
// driver chooses one of its alternatives.
func (w *World) block(t *Thread) Alt {
	if w.aborting {
		panic(aborted{})
	}
	if t.on == nil {
		w.aborting, w.unfit = true, true
		panic(aborted{})
	}
	t.op = &t.buf
	if len(w.ahead) > 0 && w.goesOn(t) {
		return t.chosen
	}
	t.on.yield(struct{}{})
	if w.aborting {
		panic(aborted{})
	}
	return t.chosen
}

// goesOn takes the next step of a repeated execution if it is the running thread's, so
// that nothing has to be switched to.
func (w *World) goesOn(t *Thread) bool {
	a := w.ahead[0]
	if a.Thread != t.index || a.Peer >= 0 || w.partner != nil || len(w.born) > 0 || !t.op.valid(w, t, a) {
		return false // the driver has to do it, if only to say that it does not exist
	}
	if len(w.events) > 0 {
		w.ended()
	}
	w.ahead = w.ahead[1:]
	w.begin(a)
	t.op, w.concerns[t.index] = nil, 0
	return true
}

// Repeat takes the steps of an execution that was seen before, as far as it is known.
func (w *World) Repeat(known []Alt) {
	w.ahead = known
	for len(w.ahead) > 0 && !w.unfit {
		a := w.ahead[0]
		w.ahead = w.ahead[1:]
		w.Step(a)
	}
}

// Step executes one alternative of one thread and everything that follows
// without a further choice.
func (w *World) Step(a Alt) {
	if w.home.current != w {
		w.home.current = w
	}
	t := w.threads[a.Thread]
	if o := t.op; o == nil || !o.valid(w, t, a) {
		panic(fmt.Sprintf("sched: step %d, %s: the alternative %v does not exist. The program does something that the scheduler does not control (map order, time, a global)",
			len(w.events), t.Name, a))
	}
	w.begin(a)
	w.resume(t)
	if peer := w.partner; peer != nil {
		w.partner = nil
		w.resume(peer)
	}
	w.settle()
	w.ended()
}

// begin executes an alternative, whose threads are to go on then.
func (w *World) begin(a Alt) {
	t := w.threads[a.Thread]
	o := t.op
	ev := w.newEvent()
	ev.Alt, ev.Seq, ev.PeerSeq, ev.lo, ev.Meets = a, t.seq, -1, len(w.touches), o.kind == opSelect
	t.seq++
	t.chosen = a
	t.tick()
	if a.Peer >= 0 {
		peer := w.threads[a.Peer]
		ev.PeerSeq = peer.seq
		peer.seq++
		peer.chosen = Alt{Thread: a.Peer, Case: a.PeerCase, Peer: a.Thread, PeerCase: a.Case}
		peer.tick()
		w.partner = peer
	}
	if w.tracing {
		ev.Text, ev.Site = o.describe(w, t, a), t.site
	}
	w.running = t
	o.exec(w, t, a)
}

// ended is called when all threads stand still after a step.
func (w *World) ended() {
	w.checkInvariants()
	last := &w.events[len(w.events)-1]
	last.hi = len(w.touches)
	if w.tracing {
		last.Notes = w.notes
		w.notes = nil
		last.From = w.sender(last)
	}
}

// newEvent is a further event. Its text is empty: only worlds that trace have any,
// and these are not recycled with it.
func (w *World) newEvent() *Event {
	n := len(w.events)
	if n == cap(w.events) {
		w.events = append(w.events, Event{})
	}
	w.events = w.events[:n+1]
	return &w.events[n]
}

// sender finds the event of another thread that wrote the part of a queue that
// an event reads, and remembers what the event itself writes.
func (w *World) sender(e *Event) int {
	from := -1
	for _, t := range w.Touches(e) {
		f, part := w.senders[t.Slot]
		switch {
		case !part || t.Mode == Everything || t.Mode == Peek:
		case t.Mode == Write || t.Mode == Produce:
			w.senders[t.Slot] = len(w.events) - 1
		case f >= 0 && !e.Has(w.events[f].Thread):
			from = f
		}
	}
	return from
}

// Unfit reports whether the execution has come to an end in the middle of a step,
// since a call that was to be brief was not. It has to be begun again without.
func (w *World) Unfit() bool { return w.unfit }

// Died reports whether a thread panicked. The process is gone then. The
// execution is nevertheless followed to its end without that thread, because a
// panic that stopped all others would depend on each of their steps; but
// nothing more is reported.
func (w *World) Died() bool { return w.died }

// Finish is called when no step is possible any more. It looks for threads
// that wait for ever and runs the program's last checks.
func (w *World) Finish() {
	w.home.current = w
	defer func() { w.home.current = nil }()
	if !w.died {
		var stuck []string
		for _, t := range w.threads {
			if t.op != nil && !t.daemon {
				stuck = append(stuck, t.Name+" at "+t.op.what(w))
			}
		}
		if len(stuck) > 0 {
			sort.Strings(stuck)
			kind := Leak
			if t := w.threads[0]; t.op != nil {
				kind = Deadlock
			}
			w.fail(kind, strings.Join(stuck, "; "))
		}
	}
	for _, f := range w.finally {
		if !w.died {
			f()
		}
	}
}

// Finally registers a function that looks at the end of a complete execution.
// It may call [Fail] and [Outcome], but no operation.
func Finally(f func()) { w := Current(); w.finally = append(w.finally, f) }

// Fail records that the execution violates a property. The execution goes on,
// so that other failures are found as well.
func Fail(property, format string, args ...any) {
	Current().fail(property, fmt.Sprintf(format, args...))
}

func (w *World) fail(kind, msg string) {
	if w.died && kind != Panic {
		return
	}
	w.failures = append(w.failures, Failure{kind, msg, len(w.events)})
}

// Reached records that a goal was met. A search that never meets a declared
// goal has shown nothing.
func Reached(goal string) {
	if w := Current(); !slices.Contains(w.reached, goal) {
		w.reached = append(w.reached, goal)
	}
}

// Outcome records a word about how the execution ended; all outcomes of a
// search are counted.
func Outcome(s string) { Current().outcome = s }

// Site says where in some other text the thread now is, for example on which
// line of the program that it stands for. It goes with the following steps of
// the thread into traces.
func Site(s string) { Current().thread().site = s }

// AtSite returns what the thread last gave to [Site].
func AtSite() string { return Current().thread().site }

// Note adds a line to the text of the current step. The function is called
// only if a trace is wanted.
func Note(f func() string) {
	if w := Current(); w.tracing {
		w.notes = append(w.notes, f())
	}
}

// Settlements is how often everything came to rest so far, at a [Quiesce]. What
// a thread last did before the latest of them, it has since waited long enough
// to be parked for certain.
func Settlements() int { return Current().settled }

// Failures returns what went wrong so far.
func (w *World) Failures() []Failure { return w.failures }

// OutcomeOf returns the word given to [Outcome].
func (w *World) OutcomeOf() string {
	if w.died {
		return Panic
	}
	return w.outcome
}

// Goals returns the goals met so far.
func (w *World) Goals() []string { return w.reached }

// Threads returns the names of the threads so far, by index.
func (w *World) Threads() []string {
	names := make([]string, len(w.threads))
	for i, t := range w.threads {
		names[i] = t.Name
	}
	return names
}

// Path is the identity of a thread that does not depend on the schedule.
func (w *World) Path(thread int32) uint64 { return w.threads[thread].path }

// Creator is the event that created a thread, or -1 for those of the start.
func (w *World) Creator(thread int32) int { return w.threads[thread].creator }

// Len is the number of threads so far.
func (w *World) Len() int { return len(w.threads) }

// Slots is the number of objects so far.
func (w *World) Slots() int { return w.objects }

// mix is a bijection that scatters bits.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
