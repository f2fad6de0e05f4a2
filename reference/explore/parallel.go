package explore

import (
	"cmp"
	"runtime"
	"slices"
	"time"

	"github.com/informerlint/informerlint/reference/sched"
)

// parallel reports whether searches are to work together. They see the same
// classes and report the same failures however many they are, and whichever of
// them is faster; how many runs that takes depends on it. It takes a program that
// shares nothing between its executions, package sched/local, and a complete
// search: a search that stops early, or within a bound, is one for itself.
func (o Options) parallel() bool {
	return o.Workers > 0 && sched.Parallel() && o.PCT == nil && o.StopAt == 0 && o.MaxRuns == 0 && o.Bound.Kind == NoBound
}

// together runs a search with several workers.
func (c *common) together(o Options, prog func()) *Result {
	c.canonical = true
	searches := make([]*search, o.Workers)
	c.workers = o.Workers
	c.give(task{})
	sched.Runners(o.Workers, func(i int) {
		searches[i] = c.search(o, prog) // here, not before: their memory is better apart
		searches[i].work()
	})
	res := searches[0].res
	for _, s := range searches[1:] {
		res.join(s.res)
	}
	res.Violations = c.counterexamples(prog)
	return res
}

// join adds up what two searches did.
func (r *Result) join(o *Result) {
	r.Runs += o.Runs
	r.Blocked += o.Blocked
	r.Steps += o.Steps
	r.MaxDepth = max(r.MaxDepth, o.MaxDepth)
	r.Complete = r.Complete && o.Complete
	r.Exhausted = r.Exhausted && o.Exhausted
	if r.Why == "" {
		r.Why = o.Why
	}
}

// work walks through one task after the other, until nobody has any.
func (s *search) work() {
	s.res.Complete, s.res.Exhausted = true, true
	for {
		t, ok := s.all.next()
		if !ok {
			return
		}
		s.path, s.depth, s.base = t.path, len(t.path), t.base
		s.hb.cut(0)
		if s.depth == 0 || s.backtrack() {
			s.walk()
		}
	}
}

// patience is how long a search looks for a task before it sleeps. Others look after
// each run whether somebody is hungry, which is sooner than a thread of the system
// wakes up.
const patience = 200 * time.Microsecond

// give leaves a task to whoever comes first.
func (c *common) give(t task) {
	c.tasks = append(c.tasks, t)
	c.ready.Add(1)
}

// next waits for a task. It reports false if all wait.
func (c *common) next() (task, bool) {
	c.hungry.Add(1)
	for begin := time.Now(); c.ready.Load() == 0 && int(c.hungry.Load()) < c.workers && time.Since(begin) < patience; {
		runtime.Gosched() // there may be fewer processors than searches
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.tasks) == 0 {
		if int(c.hungry.Load()) == c.workers {
			c.come.Broadcast()
			return task{}, false
		}
		c.come.Wait()
	}
	c.hungry.Add(-1)
	t := c.tasks[0]
	c.tasks = c.tasks[1:]
	c.ready.Add(-1)
	return t, true
}

// hungry reports whether somebody has nothing to do. Tests say so when they like.
func (s *search) hungry() bool {
	return s.all.hungry.Load() > 0 || s.o.hungry != nil && s.o.hungry()
}

// share gives away what it is doing, if somebody has nothing to do, and begins
// something else: what is left to try as far up as possible, since there is most
// below it. What either finds that has to be tried from a state that they share is
// left there, and done when all that was given away below that state is over.
func (s *search) share() bool {
	c := s.all
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.tasks) > 0 {
		return false
	}
	for d := s.base; d < s.depth-1 && s.busy(d+1); d++ {
		n := &s.path[d]
		n.fill()
		if !s.spare(n.node) {
			continue
		}
		for k := s.base; k <= d; k++ {
			s.path[k].lend()
		}
		if s.o.Reduction != None {
			s.fallAsleep(n)
		}
		i := s.left(n.node)
		if i < 0 {
			continue
		}
		n.away++
		path := slices.Clone(s.path[:s.depth])
		for k := range path[:d+1] {
			path[k].touches = slices.Clone(path[k].touches)
		}
		c.give(task{path, d + 1})
		c.come.Signal()
		s.path, s.depth = s.path[:d+1], d+1
		s.try(n, i)
		return true
	}
	return false
}

// busy reports whether anything is left to try from some depth on.
func (s *search) busy(d int) bool {
	for _, n := range s.path[d:s.depth] {
		if len(n.plans) > 0 {
			return true
		}
		for i := range n.enabled {
			if n.todo[i] && !n.done[i] {
				return true
			}
		}
	}
	return false
}

// spare reports whether something is left to try from a state.
func (s *search) spare(n *node) bool {
	for i, a := range n.enabled {
		if n.todo[i] && !n.done[i] && !n.asleep(a) {
			return true
		}
	}
	for _, p := range n.plans {
		if n.next(p) >= 0 {
			return true
		}
	}
	return false
}

// lend makes a state one that several searches look at. They hand no plans down
// from there: what begins one has to be tried.
func (n *node) lend() {
	if n.lent {
		return
	}
	n.lent = true
	for _, p := range n.plans {
		if i := n.next(p); i >= 0 {
			n.want(i)
		}
	}
	n.plans = nil
}

// inherit goes on where another search has given something away, if all of that
// is over with this one, and that search has gone.
func (s *search) inherit() bool {
	if s.base == 0 {
		return false
	}
	s.all.mu.Lock()
	defer s.all.mu.Unlock()
	n := s.path[s.base-1].node
	if n.away--; n.away > 0 || !n.orphan {
		return false
	}
	n.orphan, s.base = false, n.base
	return true
}

// fill asks for everything, if that was asked for.
func (n *node) fill() {
	if n.full || !n.asked {
		return
	}
	n.full = true
	for i := range n.todo {
		n.todo[i] = true
	}
}

// counterexamples makes a schedule for each kind of failure that depends on
// nothing but its class.
func (c *common) counterexamples(prog func()) (vs []Violation) {
	for id, x := range c.worst {
		t := canonical(x.schedule, prog)
		for _, f := range t.Failures {
			if f.Kind == id[0] && (f.Msg == id[1] || id[1] == "") {
				vs = append(vs, Violation{Failure: f, Schedule: t.Schedule})
				break
			}
		}
	}
	slices.SortFunc(vs, func(a, b Violation) int { return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Msg, b.Msg)) })
	return vs
}

// canonical repeats an execution in the order, among those of its class, that
// goes on with the same thread where it can and else with the event of least
// label.
func canonical(schedule Schedule, prog func()) *Trace {
	h := recorded(schedule, prog)
	var out Schedule
	w := sched.Start(sched.Config{}, prog)
	defer w.Close()
	place := map[uint64]int{}
	for i := range h.n {
		place[h.labels[i]] = i
	}
	done, last := set{}, int32(-1)
	for range h.n {
		best, found := sched.Alt{}, -1
		for _, a := range w.Enabled(nil) {
			ev := w.Next(a)
			i, ok := place[label(&ev, w)]
			if !ok || !done.contains(&h.before[i]) {
				continue
			}
			if found < 0 || a.Has(last) && !best.Has(last) || a.Has(last) == best.Has(last) && h.labels[i] < h.labels[found] {
				best, found = a, i
			}
		}
		w.Step(best)
		done.add(found)
		last = best.Thread
		out = append(out, best)
	}
	w.Finish()
	return &Trace{Schedule: out, Failures: slices.Clone(w.Failures())}
}

// recorded is the order of events of an execution.
func recorded(schedule Schedule, prog func()) *history {
	w := sched.Start(sched.Config{}, prog)
	defer w.Close()
	h := &history{}
	h.reset(w.Len())
	for i, a := range schedule {
		w.Step(a)
		ev := &w.Events()[i]
		h.add(ev, w.Touches(ev), w)
	}
	return h
}
