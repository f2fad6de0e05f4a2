package explore

import (
	"fmt"

	"github.com/informerlint/informerlint/reference/sched"
)

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

	steps, left []planned // scratch
}

// A node is a state on the path, with what is to be tried from it.
type node struct {
	enabled []sched.Alt
	group   []int8 // connected components of enabled by shared threads
	todo    []bool // to be tried, however it goes on
	plans   []plan // to be tried as far as they go
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
	n.plans = n.plans[:0]
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
		n.plans = prev.handDown(n.plans)
	}
	if s.o.Reduction == SourceDPOR {
		n.group = components(n.group[:0], n.enabled, s.o.mutant != forgetPeers)
	}
	first := s.planned(n)
	if first < 0 {
		first = s.first(n)
	}
	if first < 0 {
		n.cur = -1
		return false
	}
	if s.o.Reduction == SourceDPOR {
		n.take(first)
		return true
	}
	for i := range n.todo {
		n.todo[i] = true
	}
	n.cur = first
	n.done[first] = true
	return true
}

// take begins to try a transition, and asks for its alternatives.
func (n *node) take(i int) {
	n.cur = i
	n.done[i] = true
	n.want(i)
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
		if i := s.planned(n); i >= 0 {
			n.take(i)
			return true
		}
		s.depth--
	}
	return false
}
