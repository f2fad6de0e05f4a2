package cache

import "github.com/informerlint/informerlint/reference/sched"

// A Clock counts ticks: times at which resync timers fire. The environment
// moves it.
type Clock struct {
	ticks int
	obj   sched.Object
}

// NewClock returns a clock at 0.
func NewClock() *Clock {
	c := clocks.Take()
	*c = Clock{obj: sched.NewObject("clock")}
	return c
}

var clocks = sched.NewPool[Clock]()

// Tick lets one tick pass.
func (c *Clock) Tick() {
	sched.Do("tick", func() { c.ticks++ }, sched.Access{Obj: &c.obj, Mode: sched.Write})
}

func (c *Clock) read() sched.Access { return sched.Access{Obj: &c.obj, Mode: sched.Read} }

// WaitForCacheSync waits until all of the informers or registrations are
// synced, and reports whether they are: false means that stop was closed
// before. Of nothing to wait for it says true at once.
func WaitForCacheSync(stop *sched.Chan[struct{}], synced ...sched.Branch) bool {
	if len(synced) == 0 {
		return true
	}
	all := every(synced)
	// It looks first, and only then for stop.
	var done bool
	var look []sched.Access
	for _, a := range all.Acc {
		look = append(look, sched.Access{Obj: a.Obj, Mode: sched.Read})
	}
	sched.Do("wait: looks", func() { done = all.Guard() }, look...)
	return done || sched.AwaitAny(all, stop.Closed()) == 0
}

// every is the branch that waits for all branches.
func every(bs []sched.Branch) sched.Branch {
	all := sched.Branch{Name: "all synced"}
	for _, b := range bs {
		all.Acc = append(all.Acc, b.Acc...)
	}
	all.Guard = func() bool {
		for _, b := range bs {
			if !b.Guard() {
				return false
			}
		}
		return true
	}
	return all
}
