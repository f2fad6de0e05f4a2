package explore

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"sort"
	"sync"
	"time"

	"github.com/informerlint/informerlint/reference/sched"
)

// A Reduction says which executions a search may leave out because they differ
// from one that it tries only in the order of independent events.
type Reduction int

const (
	// SourceDPOR explores, from each state, only transitions that some race
	// seen later has asked for, and keeps sleep sets on top.
	SourceDPOR Reduction = iota
	// Sleep explores every transition that is not asleep.
	Sleep
	// None tries every schedule.
	None
)

func (r Reduction) String() string { return [...]string{"source-dpor", "sleep", "none"}[r] }

// Options say how to search. The zero value is a complete search.
type Options struct {
	Reduction Reduction
	Bound     Bound    // leave out schedules with too many preemptions or delays
	PCT       *PCT     // random priorities instead of a systematic search
	MaxSteps  int      // of one execution; 0: 2000
	MaxRuns   int      // 0: no limit
	Goals     []string // each must be reached by some execution
	StopAt    int      // stop after that many violations; 0: go on

	mutant mutant
	each   func(*sched.World) // for tests: called after each complete execution
}

// A Bound leaves schedules out by how far they are from a simple one. A search
// in which it left anything out is not complete.
type Bound struct {
	Kind Kind
	N    int
}

// A Kind of bound.
type Kind int

const (
	NoBound    Kind = iota
	Preemption      // switches away from a thread that could go on
	Delay           // threads passed over, in round-robin order from the last one
)

// PCT is a search with random priorities: Runs executions, each of which has
// Depth-1 points, among the first Steps steps, where the running thread falls
// behind all others.
type PCT struct {
	Runs, Depth, Steps int
	Seed               uint64
}

// A Result says what a search saw.
type Result struct {
	Reduction Reduction
	Bound     Bound

	Runs     int // executions, complete or not
	Blocked  int // of these, given up because all that was left is covered elsewhere
	Traces   int // execution classes: complete executions up to the order of independent events
	Steps    int // events in all runs
	MaxDepth int // events of the longest

	// Complete means that every execution class was seen: nothing was cut by
	// a bound, by a limit on steps or runs, or by stopping at a violation.
	Complete bool
	// Exhausted means that the search tried all that its bound leaves.
	Exhausted bool
	// Why says what made the search incomplete.
	Why string

	Violating  int            // execution classes with a failure
	Violations []Violation    // the first of each kind and message
	Outcomes   map[string]int // words given to sched.Outcome, with the number of classes
	Missing    []string       // goals that no execution reached
	Elapsed    time.Duration

	prints map[uint64]struct{}
}

// A Violation is an execution that failed.
type Violation struct {
	sched.Failure
	Schedule Schedule
	Run      int // the how-manieth run
}

// OK reports whether the search was complete, met its goals and found nothing.
func (r *Result) OK() bool { return r.Complete && len(r.Missing) == 0 && r.Violating == 0 }

// String is one honest line.
func (r *Result) String() string {
	s := fmt.Sprintf("%d execution classes, %d runs (%d blocked), %d steps, longest %d", r.Traces, r.Runs, r.Blocked, r.Steps, r.MaxDepth)
	switch r.Bound.Kind {
	case Preemption:
		s += fmt.Sprintf(", at most %d preemptions", r.Bound.N)
	case Delay:
		s += fmt.Sprintf(", at most %d delays", r.Bound.N)
	}
	if r.Violating > 0 {
		s += fmt.Sprintf(", %d violating", r.Violating)
	}
	if !r.Complete {
		s += ", INCOMPLETE: " + r.Why
	}
	if len(r.Missing) > 0 {
		s += fmt.Sprintf(", NOT REACHED: %q", r.Missing)
	}
	return s
}

// SameClasses reports whether two complete searches saw the same classes.
func (r *Result) SameClasses(o *Result) bool {
	return r.Complete && o.Complete && maps.Equal(r.prints, o.prints)
}

// Rate is the number of runs per second.
func (r *Result) Rate() float64 { return float64(r.Runs) / r.Elapsed.Seconds() }

// one keeps explorations apart, since a running world is a global.
var one sync.Mutex

// Run searches the executions of a program. The program must make everything
// that it uses anew in each call.
func Run(o Options, prog func()) *Result {
	one.Lock()
	defer one.Unlock()
	defer sched.Release()
	if o.MaxSteps == 0 {
		o.MaxSteps = 2000
	}
	begin := time.Now()
	s := &search{
		o: o, prog: prog,
		res:     &Result{Reduction: o.Reduction, Bound: o.Bound, Outcomes: map[string]int{}, prints: map[uint64]struct{}{}},
		reached: map[string]bool{},
		seen:    map[[2]string]bool{},
	}
	if o.PCT != nil {
		s.pct()
	} else {
		s.all()
	}
	for _, g := range o.Goals {
		if !s.reached[g] {
			s.res.Missing = append(s.res.Missing, g)
		}
	}
	sort.Strings(s.res.Missing)
	s.res.Traces = len(s.res.prints)
	s.res.Elapsed = time.Since(begin)
	return s.res
}

// A search is a depth-first walk over the tree of executions. Its path is the
// current execution, one node for each step; every run executes the program
// from the start along the path.
type search struct {
	o       Options
	prog    func()
	res     *Result
	path    []*node
	depth   int // nodes of path in use
	hb      history
	reached map[string]bool
	seen    map[[2]string]bool
	cut     string // what a limit cut off, if anything
}

// A node is a state on the path, with what is to be tried from it.
type node struct {
	enabled []sched.Alt
	group   []int8 // connected components of enabled by shared threads
	todo    []bool // to be tried
	done    []bool // tried, or being tried
	sleep   []sleeper
	cur     int           // being tried
	touches []sched.Touch // of the event of cur
	threads int           // how many there are in this state

	last  int32 // thread of the event before, -1 at the start
	spent int   // preemptions or delays so far
}

// A sleeper is a transition that need not be tried, because what it leads to
// was seen from an earlier state.
type sleeper struct {
	alt     sched.Alt
	touches []sched.Touch
	here    bool // it was tried from this very state
}

func (s *search) at(d int) *node {
	if d == len(s.path) {
		s.path = append(s.path, &node{})
	}
	return s.path[d]
}

// all runs the whole search.
func (s *search) all() {
	stopped := ""
	for {
		s.run()
		if s.o.StopAt > 0 && s.res.Violating >= s.o.StopAt {
			stopped = fmt.Sprintf("stopped at violation %d", s.res.Violating)
			break
		}
		if !s.backtrack() {
			break
		}
		if s.o.MaxRuns > 0 && s.res.Runs >= s.o.MaxRuns {
			stopped = fmt.Sprintf("limit of %d runs", s.o.MaxRuns)
			break
		}
	}
	s.res.Exhausted = stopped == ""
	s.res.Why = stopped
	if stopped == "" {
		s.res.Why = s.cut
	}
	s.res.Complete = s.res.Why == ""
}

// run executes the program along the path and then on to an end.
func (s *search) run() {
	w := sched.Start(sched.Config{NoWriterPreference: s.o.mutant == noWriterPreference}, s.prog)
	defer func() { w.Close(); w.Recycle() }()
	s.res.Runs++
	s.hb.reset(w.Len())
	fixed := s.depth
	for d := 0; ; d++ {
		n := s.at(d)
		if d >= fixed {
			if d == s.o.MaxSteps {
				s.limit(fmt.Sprintf("limit of %d steps", s.o.MaxSteps))
				break
			}
			s.depth = d
			if !s.arrive(w, n, d) {
				s.ended(w, n)
				break
			}
			s.depth = d + 1
		}
		w.Step(n.enabled[n.cur])
		ev := &w.Events()[d]
		touches := s.recorded(w.Touches(ev))
		s.hb.add(ev, touches, w)
		if d >= fixed-1 { // the events before have been looked at in earlier runs
			n.touches = append(n.touches[:0], touches...)
			if s.o.Reduction == SourceDPOR {
				s.races(w, ev, d)
			}
		}
	}
	s.res.Steps += len(w.Events())
	s.res.MaxDepth = max(s.res.MaxDepth, len(w.Events()))
}

func (s *search) limit(why string) {
	if s.cut == "" {
		s.cut = why
	}
}

// recorded lets a mutant forget what a select polled.
func (s *search) recorded(t []sched.Touch) []sched.Touch {
	if s.o.mutant != forgetPolls {
		return t
	}
	var keep []sched.Touch
	for _, x := range t {
		if x.Mode != sched.PollRecv && x.Mode != sched.PollSend {
			keep = append(keep, x)
		}
	}
	return keep
}

// arrive fills in a new state and picks the first transition to try. It
// reports false if there is none.
func (s *search) arrive(w *sched.World, n *node, d int) bool {
	n.enabled = w.Enabled(n.enabled[:0])
	k := len(n.enabled)
	n.todo = cleared(n.todo, k)
	n.done = cleared(n.done, k)
	n.threads = w.Len()
	n.sleep = n.sleep[:0]
	n.last, n.spent = -1, 0
	if d > 0 {
		prev := s.path[d-1]
		n.last = prev.enabled[prev.cur].Thread
		n.spent = prev.spent + s.cost(prev, prev.cur)
		for i := range prev.sleep {
			if z := &prev.sleep[i]; independent(prev.enabled[prev.cur], prev.touches, z.alt, z.touches) {
				n.sleep = append(n.sleep, sleeper{alt: z.alt, touches: z.touches})
			}
		}
	}
	if s.o.Reduction == SourceDPOR {
		n.group = components(n.group[:0], n.enabled, s.o.mutant != forgetPeers)
	}
	first := s.first(n)
	if first < 0 {
		n.cur = -1
		return false
	}
	if s.o.Reduction == SourceDPOR {
		n.want(first)
	} else {
		for i := range n.todo {
			n.todo[i] = true
		}
	}
	n.cur = first
	n.done[first] = true
	return true
}

func cleared(b []bool, n int) []bool {
	b = b[:0]
	for range n {
		b = append(b, false)
	}
	return b
}

// first is the transition to try first: the running thread goes on if it can.
func (s *search) first(n *node) int {
	best := -1
	for i, a := range n.enabled {
		if n.asleep(a) || !s.affordable(n, i) {
			continue
		}
		if a.Thread == n.last {
			return i
		}
		if best < 0 {
			best = i
		}
	}
	return best
}

func (n *node) asleep(a sched.Alt) bool {
	for i := range n.sleep {
		if n.sleep[i].alt == a {
			return true
		}
	}
	return false
}

// wake makes sure that the transitions of a thread are tried from this state
// even if they are asleep.
func (n *node) wake(t int32) {
	for i, a := range n.enabled {
		if !a.Has(t) {
			continue
		}
		for j := range n.sleep {
			if z := &n.sleep[j]; z.alt == a && !z.here {
				n.sleep = append(n.sleep[:j:j], n.sleep[j+1:]...)
				n.todo[i], n.done[i] = true, false
				break
			}
		}
	}
}

// want marks a transition, and all those that are alternatives to it because
// they share a thread, directly or by others.
func (n *node) want(i int) {
	for j := range n.enabled {
		if n.group[j] == n.group[i] {
			n.todo[j] = true
		}
	}
}

// components numbers the connected components of transitions under sharing a
// thread.
func components(dst []int8, alts []sched.Alt, peers bool) []int8 {
	for i := range alts {
		dst = append(dst, int8(i))
	}
	for changed := true; changed; {
		changed = false
		for i := range alts {
			for j := range i {
				if dst[i] == dst[j] {
					continue
				}
				if alts[i].Has(alts[j].Thread) || peers && alts[j].Peer >= 0 && alts[i].Has(alts[j].Peer) {
					m := min(dst[i], dst[j])
					dst[i], dst[j] = m, m
					changed = true
				}
			}
		}
	}
	return dst
}

// ended deals with a state where the run cannot or need not go on.
func (s *search) ended(w *sched.World, n *node) {
	if len(n.enabled) > 0 {
		s.res.Blocked++
		return
	}
	w.Finish()
	print := s.hb.print(w)
	_, known := s.res.prints[print]
	s.res.prints[print] = struct{}{}
	for g := range w.Goals() {
		s.reached[g] = true
	}
	if s.o.each != nil {
		s.o.each(w)
	}
	if !known {
		s.res.Outcomes[w.OutcomeOf()]++
		if len(w.Failures()) > 0 {
			s.res.Violating++
		}
	}
	for _, f := range w.Failures() {
		id := [2]string{f.Kind, f.Msg}
		if !s.seen[id] && len(s.seen) < 100 {
			s.seen[id] = true
			s.res.Violations = append(s.res.Violations, Violation{f, s.schedule(w), s.res.Runs})
		}
	}
}

func (s *search) schedule(w *sched.World) Schedule {
	var sch Schedule
	for _, e := range w.Events() {
		sch = append(sch, e.Alt)
	}
	return sch
}

// backtrack finds the deepest state with something left to try and makes it
// the end of the path. What was just tried there goes to sleep.
func (s *search) backtrack() bool {
	for s.depth > 0 {
		n := s.path[s.depth-1]
		if s.o.Reduction != None {
			n.sleep = append(n.sleep, sleeper{n.enabled[n.cur], append([]sched.Touch(nil), n.touches...), true})
		}
		for i := range n.enabled {
			if !n.todo[i] || n.done[i] {
				continue
			}
			n.done[i] = true
			if n.asleep(n.enabled[i]) || !s.affordable(n, i) {
				continue
			}
			n.cur = i
			return true
		}
		s.depth--
	}
	return false
}

// affordable reports whether a transition keeps within the bound.
func (s *search) affordable(n *node, i int) bool {
	if s.o.Bound.Kind == NoBound || n.spent+s.cost(n, i) <= s.o.Bound.N {
		return true
	}
	s.limit(fmt.Sprintf("schedules beyond the bound of %d", s.o.Bound.N))
	return false
}

// cost is what a transition adds to the bounded quantity.
func (s *search) cost(n *node, i int) int {
	a := n.enabled[i]
	switch s.o.Bound.Kind {
	case Preemption:
		if n.last < 0 || a.Has(n.last) {
			return 0
		}
		for _, b := range n.enabled {
			if b.Has(n.last) {
				return 1
			}
		}
	case Delay:
		// The deterministic scheduler goes round from the last thread and
		// takes the first that can go on, with its first alternative.
		count := 0
		start := max(n.last, 0)
		for off := range int32(n.threads) {
			t := (start + off) % int32(n.threads)
			for _, b := range n.enabled {
				if b.Thread != t {
					continue
				}
				if b == a {
					return count
				}
				count++
			}
		}
		return count
	}
	return 0
}

// pct runs a randomised search.
func (s *search) pct() {
	p := s.o.PCT
	rng := rand.New(rand.NewPCG(p.Seed, 0))
	stopped := fmt.Sprintf("%d random schedules", p.Runs)
	for range p.Runs {
		s.pctRun(rng)
		if s.o.StopAt > 0 && s.res.Violating >= s.o.StopAt {
			break
		}
	}
	s.res.Why = stopped
}

func (s *search) pctRun(rng *rand.Rand) {
	w := sched.Start(sched.Config{}, s.prog)
	defer w.Close()
	s.res.Runs++
	s.hb.reset(w.Len())
	p := s.o.PCT
	drops := map[int]int{}
	for i := 1; i < p.Depth; i++ {
		drops[rng.IntN(p.Steps)] = -i
	}
	var prio []int
	n := s.at(0)
	for d := 0; ; d++ {
		n.enabled = w.Enabled(n.enabled[:0])
		if len(n.enabled) == 0 {
			s.ended(w, n)
			break
		}
		if d == s.o.MaxSteps {
			break
		}
		for len(prio) < w.Len() {
			prio = append(prio, 1+rng.IntN(1<<20))
		}
		pick := func() (best int32) {
			best = -1
			for _, a := range n.enabled {
				if best < 0 || prio[a.Thread] > prio[best] {
					best = a.Thread
				}
			}
			return best
		}
		t := pick()
		if v, ok := drops[d]; ok {
			prio[t] = v
			t = pick()
		}
		var alts []sched.Alt
		for _, a := range n.enabled {
			if a.Thread == t {
				alts = append(alts, a)
			}
		}
		w.Step(alts[rng.IntN(len(alts))])
		ev := &w.Events()[d]
		s.hb.add(ev, w.Touches(ev), w)
	}
	s.res.Steps += len(w.Events())
	s.res.MaxDepth = max(s.res.MaxDepth, len(w.Events()))
}
