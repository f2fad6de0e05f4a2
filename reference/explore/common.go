package explore

import (
	"sync"
	"sync/atomic"

	"github.com/informerlint/informerlint/reference/sched"
)

// A common is what searches that work together share.
type common struct {
	mu       sync.Mutex
	prints   map[uint64]struct{}
	outcomes map[string]int
	reached  map[string]bool
	failing  int // classes
	worst    map[[2]string]worst

	canonical bool
	hungry    atomic.Int32 // searches without work
	ready     atomic.Int32 // tasks
	tasks     []task
	come      *sync.Cond // a task, or the end
	workers   int
}

// A task is a part of the tree: what is left to try on a path from a depth on.
type task struct {
	path []point
	base int
}

// worst is the class with the least print among those with one failure, and one
// schedule of it.
type worst struct {
	print    uint64
	schedule Schedule
}

func newCommon() *common {
	c := &common{prints: map[uint64]struct{}{}, outcomes: map[string]int{}, reached: map[string]bool{}, worst: map[[2]string]worst{}}
	c.come = sync.NewCond(&c.mu)
	return c
}

func (c *common) search(o Options, prog func()) *search {
	return &search{o: o, prog: prog, res: &Result{}, seen: map[[2]string]bool{}, all: c}
}

// add counts a complete execution.
func (c *common) add(s *search, w *sched.World, print uint64) {
	_, known := c.prints[print]
	c.prints[print] = struct{}{}
	for _, g := range w.Goals() {
		c.reached[g] = true
	}
	if !known {
		c.outcomes[w.OutcomeOf()]++
		if len(w.Failures()) > 0 {
			c.failing++
			s.res.Violating++
		}
	}
	for _, f := range w.Failures() {
		id := [2]string{f.Kind, f.Msg}
		switch {
		case c.canonical:
			if f.Kind == sched.Race {
				id[1] = "" // which access is the second depends on the schedule
			}
			if old, ok := c.worst[id]; !ok && len(c.worst) < 100 || ok && print < old.print {
				c.worst[id] = worst{print, s.schedule(w)}
			}
		case !s.seen[id] && len(s.seen) < 100:
			s.seen[id] = true
			s.res.Violations = append(s.res.Violations, Violation{f, s.schedule(w), s.res.Runs})
		}
	}
}

// finish fills in what all searches found.
func (c *common) finish(res *Result) {
	res.prints, res.Outcomes, res.Violating = c.prints, c.outcomes, c.failing
	res.Traces = len(c.prints)
}
