package explore

import (
	"fmt"

	"github.com/informerlint/informerlint/reference/sched"
)

// A search is a depth-first walk over the tree of executions. Its path is the
// current execution, one node for each step; every run executes the program
// from the start along the path.
type search struct {
	o     Options
	prog  func()
	res   *Result
	path  []point
	depth int // points of path in use
	base  int // of these, not its own
	hb    history
	cut   string // what a limit cut off, if anything
	seen  map[[2]string]bool
	all   *common

	stacks bool // handlers get one, see sched.Config

	steps, scratch           []planned // scratch
	before, between, outside set       // scratch

	direct, candidates []int32       // scratch
	by                 []sched.Touch // scratch
}

// A point is a state on the path of a search, and what it tries there.
type point struct {
	*node
	cur     int           // being tried
	touches []sched.Touch // of the event of cur
	meets   bool          // the event of cur, see sched.Event
	slept   bool          // cur is asleep for what is tried later
}

// A node is a state with what is to be tried from it.
type node struct {
	lent    bool // several searches look at it: what they ask for is asked for under the lock
	away    int  // searches that work below it on what was tried here, beside its own
	orphan  bool // its own search has left it to the last of these
	base    int  // of the search that has left it
	asked   bool // something was asked for that only trying everything is sure to do
	full    bool // everything is to be tried, whatever races ask for
	enabled []sched.Alt
	group   []int8 // connected components of enabled by shared threads
	todo    []bool // to be tried, however it goes on
	plans   []plan // to be tried as far as they go
	done    []bool // tried, or being tried
	sleep   []sleeper
	threads int // how many there are in this state

	last  int32 // thread of the event before, -1 at the start
	spent int   // preemptions or delays so far

	// What its sleepers and plans are made of; what comes later shares it.
	room  []sched.Touch
	steps []planned
}

// A sleeper is a transition that need not be tried, because what it leads to
// was seen from an earlier state.
type sleeper struct {
	alt     sched.Alt
	touches []sched.Touch
	here    bool // it was tried from this very state
}

// at is the point at a depth, to be filled in.
func (s *search) at(d int) *point {
	if d == len(s.path) {
		s.path = append(s.path, point{node: &node{}})
	}
	p := &s.path[d]
	if p.lent { // others may look at it
		*p = point{node: &node{}}
	}
	return p
}

// walk runs the search, from a run on the path to the end.
func (s *search) walk() {
	stopped := ""
	for {
		s.run()
		if s.o.StopAt > 0 && s.res.Violating >= s.o.StopAt {
			stopped = fmt.Sprintf("stopped at violation %d", s.res.Violating)
			break
		}
		if !(s.hungry() && s.share()) && !s.backtrack() {
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

// run executes the program along the path and then on to an end. If handlers turn out
// to call operations, it comes to where they do once more, with stacks for them.
func (s *search) run() {
	s.res.Runs++
	for !s.execute() {
		s.stacks = true
	}
}

// execute reports false if the execution is to be begun again, along the path.
func (s *search) execute() bool {
	w := sched.Start(sched.Config{NoWriterPreference: s.o.mutant == noWriterPreference, Brief: !s.stacks}, s.prog)
	defer func() { w.Close(); w.Recycle() }()
	fixed := s.depth
	if s.hb.cut(max(fixed-1, 0)); s.hb.n == 0 {
		s.hb.reset(w.Len())
	}
	w.Quiet(s.o.each == nil)
	w.Repeat(s.hb.alts[:s.hb.n])
	if w.Quiet(false); w.Unfit() {
		return false
	}
	for d := s.hb.n; ; d++ {
		if d >= fixed {
			if d == s.o.MaxSteps {
				s.limit(fmt.Sprintf("limit of %d steps", s.o.MaxSteps))
				break
			}
			s.depth = d
			if n := s.at(d); !s.arrive(w, n, d) {
				s.ended(w, n.node)
				break
			}
			s.depth = d + 1
		}
		n := &s.path[d]
		if w.Step(n.enabled[n.cur]); w.Unfit() {
			return false
		}
		ev := &w.Events()[d]
		touches := s.recorded(w.Touches(ev))
		s.hb.add(ev, touches, w)
		if d >= fixed-1 { // the events before have been looked at in earlier runs
			n.touches, n.meets = n.keep(touches), ev.Meets
			if s.o.Reduction == SourceDPOR {
				s.races(w, ev, d)
			}
		}
	}
	s.res.Steps += len(w.Events())
	s.res.MaxDepth = max(s.res.MaxDepth, len(w.Events()))
	return true
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
func (s *search) arrive(w *sched.World, n *point, d int) bool {
	if d > 0 && s.o.Reduction == SourceDPOR {
		prev := &s.path[d-1]
		n.enabled = w.EnabledAfter(n.enabled[:0], prev.enabled, &w.Events()[d-1])
	} else {
		n.enabled = w.Enabled(n.enabled[:0])
	}
	k := len(n.enabled)
	n.todo = cleared(n.todo, k)
	n.done = cleared(n.done, k)
	n.threads = w.Len()
	n.sleep = n.sleep[:0]
	n.plans = n.plans[:0]
	n.room, n.steps = n.room[:0], n.steps[:0]
	n.last, n.spent = -1, 0
	if d > 0 {
		prev := &s.path[d-1]
		if prev.lent {
			s.all.mu.Lock() // others may wake what is asleep there
			defer s.all.mu.Unlock()
		}
		n.last = prev.enabled[prev.cur].Thread
		n.spent = prev.spent + s.cost(prev.node, prev.cur)
		for i := range prev.sleep {
			if z := &prev.sleep[i]; independent(prev.enabled[prev.cur], prev.touches, z.alt, z.touches) {
				n.sleep = append(n.sleep, sleeper{alt: z.alt, touches: z.touches})
			}
		}
		if !prev.lent {
			n.plans = prev.handDown(n.plans)
		}
	}
	if s.o.Reduction == SourceDPOR {
		n.group = components(n.group[:0], n.enabled, s.o.mutant != forgetPeers)
	}
	first := s.planned(n.node)
	if first < 0 {
		first = s.first(n.node)
	}
	if first < 0 {
		n.cur = -1
		return false
	}
	if s.o.Reduction != SourceDPOR {
		for i := range n.todo {
			n.todo[i] = true
		}
	}
	s.try(n, first)
	return true
}

func cleared(b []bool, n int) []bool {
	if cap(b) < n {
		return make([]bool, n, n+4)
	}
	b = b[:n]
	clear(b)
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
				n.done[i] = false
				n.want(i)
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
	meets := false
	for i := range alts {
		g := int8(i)
		if i > 0 && alts[i].Thread == alts[i-1].Thread {
			g = dst[i-1] // they come thread by thread
		}
		dst = append(dst, g)
		meets = meets || alts[i].Peer >= 0
	}
	if !meets {
		return dst
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
	if s.o.each != nil {
		s.o.each(w)
	}
	print := s.hb.print()
	s.all.mu.Lock()
	defer s.all.mu.Unlock()
	s.all.add(s, w, print)
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
	for {
		for ; s.depth > s.base; s.depth-- {
			if found, stay := s.again(&s.path[s.depth-1]); found || !stay {
				return found
			}
		}
		if !s.inherit() {
			return false
		}
	}
}

// again goes on with a state in another way, if something is left to try there.
// If not, and others work below it, they may still ask for something: then the
// state is left to the last of them.
func (s *search) again(n *point) (found, stay bool) {
	if n.lent {
		s.all.mu.Lock()
		defer s.all.mu.Unlock()
		n.fill()
	}
	if s.o.Reduction != None {
		s.fallAsleep(n)
	}
	if i := s.left(n.node); i >= 0 {
		s.try(n, i)
		return true, true
	}
	if n.away > 0 {
		n.orphan, n.base = true, s.base
		return false, false
	}
	return false, true
}

// try makes a transition the one to be tried.
func (s *search) try(n *point, i int) {
	n.cur, n.done[i], n.slept = i, true, false
	if s.o.Reduction == SourceDPOR {
		n.want(i) // its alternatives
	}
}

// left finds something left to try from a state, or -1.
func (s *search) left(n *node) int {
	for i := range n.enabled {
		if !n.todo[i] || n.done[i] {
			continue
		}
		n.done[i] = true
		if n.asleep(n.enabled[i]) || !s.affordable(n, i) {
			continue
		}
		return i
	}
	return s.planned(n)
}

// fallAsleep makes what is being tried asleep for what is tried later.
func (s *search) fallAsleep(n *point) {
	if !n.slept {
		n.slept = true
		n.sleep = append(n.sleep, sleeper{n.enabled[n.cur], n.touches, true})
	}
}

// keep copies touches to where they stay as long as the state is on the path.
func (n *node) keep(touches []sched.Touch) []sched.Touch {
	return stay(&n.room, touches)
}

// stay copies a list to the end of a piece of memory, or of a larger one.
func stay[T any](room *[]T, list []T) []T {
	k, from := len(list), len(*room)
	if cap(*room)-from < k {
		*room, from = make([]T, 0, max(8, 2*cap(*room), k)), 0
	}
	*room = append(*room, list...)
	return (*room)[from : from+k : from+k]
}
