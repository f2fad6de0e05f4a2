package cache

import (
	"fmt"

	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/sched"
)

// A controller is one run of an informer: reflector, queue, process loop.
type controller struct {
	inf       *SharedIndexInformer
	stop      *sched.Chan[struct{}]
	queue     *queue
	listeners []*Registration // to be started
	workers   sched.WaitGroup
	transform func(any) (any, error) // nil: none

	version   int       // of the last list or event
	refused   int       // lists in a row that the transform has refused
	order     order     // of what the processing of an item takes from a map
	watching  bool      // the reflector is past a list
	following following // of the reflector
	fired     int       // the last tick that the resync timer saw
	timerObj  sched.Object
}

// run starts the threads of the run, and returns its process loop.
func (c *controller) run() func(taken int) sched.Turn {
	inf := c.inf
	c.timerObj = sched.NewObject("resync timer of " + inf.kind)
	c.workers.Named("controller of " + inf.kind)
	c.queue = newQueue(inf.profile, inf.store, func() {
		if !inf.profile.LatchesSync && !inf.synced {
			inf.synced = true
			sched.TouchNow(&inf.syncObj, sched.Produce)
		}
	})
	c.workers.Begin()
	sched.Loop(inf.kind+".reflector", c.reflect).AtEnd(c.workers.Done)
	if inf.resync > 0 {
		c.start("resync", c.resyncLoop)
	}
	if inf.profile.LatchesSync {
		c.workers.Begin()
		sched.Loop(inf.kind+".sync", c.latch())
	}
	return c.processLoop()
}

// start starts a thread of the controller, as part of the step before.
func (c *controller) start(name string, f func()) {
	c.workers.Begin()
	sched.Daemon(c.inf.kind+"."+name, func() {
		defer c.workers.Done()
		f()
	})
}

// latch notices that the queue is synced, unless stop is noticed first.
func (c *controller) latch() func(taken int) sched.Turn {
	l := &latching{c: c, acc: [1]sched.Access{{Obj: &c.queue.syncObj, Mode: sched.Consume}}}
	l.waits = [...]sched.Branch{{Name: "latch sync", By: l, Acc: l.acc[:]}, c.stop.Closed()}
	return l.next
}

// A latching is the thread of latch.
type latching struct {
	c     *controller
	waits [2]sched.Branch
	acc   [1]sched.Access
}

func (l *latching) next(taken int) (turn sched.Turn) {
	if taken >= 0 {
		l.c.workers.Done()
		return turn
	}
	turn.Wait = l.waits[:]
	return turn
}

// Ready says whether the queue is synced.
func (l *latching) Ready(int) bool { return l.c.queue.synced }

// Take notices it.
func (l *latching) Take(int) {
	inf := l.c.inf
	inf.synced = true
	sched.TouchNow(&inf.syncObj, sched.Produce)
}

// processLoop takes from the queue and applies to the store, until stop. Up to
// client-go 0.33 it first empties the queue; since then it looks for stop
// before each item, and one that it was already waiting for may follow.
func (c *controller) processLoop() func(taken int) sched.Turn {
	q, inf := c.queue, c.inf
	last := false
	var taken []delta
	place := q.place()
	pop := sched.Branch{
		Name:  "process",
		Guard: func() bool { return !q.empty() },
		Effect: func() {
			batch, initial := q.pop()
			if inf.profile.Mistake == InitialFlagAlways {
				initial = true
			}
			c.apply(batch, initial && inf.profile.InitialFlag)
			if inf.profile.Fine {
				taken = batch
			} else {
				q.processed(batch)
			}
		},
		Acc: append(q.popAccess(),
			sched.Access{Obj: &inf.store.obj, Mode: sched.Write}, sched.Access{Obj: &inf.procObj, Mode: sched.Read}),
	}
	stop := c.stop.Closed()
	if inf.profile.DrainsQueue {
		closed := stop.Guard
		stop.Guard = func() bool { return closed() && q.empty() }
		stop.Acc = append(stop.Acc, pop.Acc[:len(pop.Acc)-2]...)
	} else {
		f := pop.Effect
		closed := stop.Guard
		pop.Effect = func() { f(); last = closed() }
	}
	if inf.profile.Fine {
		// The lock is taken after there is something to take, but nobody
		// can see which of the two came first.
		free := pop.Guard
		pop.Guard = func() bool { return free() && inf.blockDeltas.Free() }
		f := pop.Effect
		pop.Effect = func() { inf.blockDeltas.LockNow(); f() }
		pop.Acc = append(pop.Acc, sched.Access{Obj: &inf.blockDeltas.Object, Mode: sched.Write})
	}
	effect := pop.Effect
	pops := inf.profile.inOrders(pop, q.walked, func(o order) { c.order = o; effect() })
	branches := append(pops, stop)
	return func(chosen int) (turn sched.Turn) {
		switch {
		case chosen == len(pops):
			return turn
		case chosen >= 0 && inf.profile.Fine:
			turn.Call = func() { c.handOut(taken) }
			return turn
		case last:
			return turn
		}
		place = q.move(branches, place)
		turn.Wait = branches
		return turn
	}
}

// handOut is what follows in steps of its own, if the profile is fine.
func (c *controller) handOut(taken []delta) {
	q, inf := c.queue, c.inf
	inf.send()
	sched.Do("processed", func() { q.processed(taken) }, sched.Access{Obj: &q.obj, Mode: sched.Write})
	inf.blockDeltas.Unlock()
}

// apply changes the store and fills the buffers of the listeners. All that is
// taken from the queue at once is applied in one step; where client-go changes
// the store one by one, a reader sees the states between in those executions
// that take them one by one.
func (c *controller) apply(batch []delta, initial bool) {
	inf := c.inf
	if inf.profile.Queue == BatchedFIFO {
		c.applyAtOnce(batch, initial)
	} else {
		for _, d := range batch {
			c.applyOne(d, initial)
		}
	}
	sched.Note(func() string { return "store " + fmt.Sprint(inf.store.snapshot()) })
}

func (c *controller) applyOne(d delta, initial bool) {
	inf := c.inf
	switch d.typ {
	case replacedAll:
		c.replaceAll(d.list, initial)
	case syncedAll:
		for _, obj := range ordered(inf.store.snapshot(), c.order) {
			inf.distribute(notification{verb: onUpdate, old: obj, obj: obj}, true)
		}
	default:
		old := inf.store.change(d)
		c.tell(d, old, initial)
	}
}

// applyAtOnce is a transaction: what each change means is decided by the store
// before all of them, and told after all of them (controller.go,
// processDeltasInBatch, v0.35.0). It depends on their keys being different.
func (c *controller) applyAtOnce(batch []delta, initial bool) {
	olds := make([]*apiserver.Object, len(batch))
	for i, d := range batch {
		olds[i] = c.inf.store.items[keyOf(d.obj)]
	}
	for _, d := range batch {
		c.inf.store.change(d)
	}
	for i, d := range batch {
		c.tell(d, olds[i], initial)
	}
}

// change makes a change of one object and returns what was there.
func (x *Indexer) change(d delta) (old *apiserver.Object) {
	key := keyOf(d.obj)
	old = x.items[key]
	if d.typ == deleted {
		delete(x.items, key)
	} else {
		x.items[key] = d.obj.(*apiserver.Object)
	}
	return old
}

// tell tells of a change: whether it is an add or an update is decided by what
// was in the store alone. That the UID may be another has no meaning here.
func (c *controller) tell(d delta, old *apiserver.Object, initial bool) {
	inf := c.inf
	if d.typ == deleted {
		inf.distribute(notification{verb: onDelete, obj: d.obj}, false)
		return
	}
	obj := d.obj.(*apiserver.Object)
	if old == nil {
		inf.distribute(notification{verb: onAdd, obj: obj, initial: initial}, false)
		return
	}
	sync := old.Version == obj.Version
	if !inf.profile.SyncByVersion {
		sync = d.typ == synced || d.typ == replaced && sync
	}
	inf.distribute(notification{verb: onUpdate, old: old, obj: obj}, sync)
}

// replaceAll makes the store equal to a list and tells what that means.
func (c *controller) replaceAll(list []*apiserver.Object, initial bool) {
	inf := c.inf
	gone := (&queue{mode: AtomicFIFO, profile: inf.profile, store: inf.store}).missing(list)
	before := inf.store.items
	inf.store.items = map[string]*apiserver.Object{}
	for _, o := range list {
		inf.store.items[o.Key] = o
	}
	for _, t := range ordered(gone, c.order) {
		inf.distribute(notification{verb: onDelete, obj: t}, false)
	}
	for _, o := range list {
		if old := before[o.Key]; old != nil {
			inf.distribute(notification{verb: onUpdate, old: old, obj: o}, old.Version == o.Version)
		} else {
			inf.distribute(notification{verb: onAdd, obj: o, initial: initial}, false)
		}
	}
}

// resyncLoop puts the store into the queue again at each tick for which a
// listener is due. The timer runs only while the reflector watches.
func (c *controller) resyncLoop() {
	inf := c.inf
	touches := []sched.Access{inf.clock.read(), {Obj: &c.timerObj, Mode: sched.Write}, {Obj: &inf.procObj, Mode: sched.Write}}
	if inf.profile.AnyOrder {
		touches = append(touches, sched.Access{Obj: &inf.store.obj, Mode: sched.Read}, sched.Access{Obj: &c.queue.obj, Mode: sched.Write})
	}
	due := func() bool { return c.watching && inf.clock.ticks >= c.fired+inf.resync }
	for {
		timer := sched.Branch{Name: "resync timer", Guard: due, Acc: touches}
		timers := []sched.Branch{timer}
		if inf.start == nil {
			timers = inf.profile.inOrders(timer, func() int { return len(c.queue.resyncs()) }, c.resync)
		}
		if sched.AwaitAny(append(timers, c.stop.Closed())...) == len(timers) {
			return
		}
		if inf.start != nil {
			release := inf.start.marking()
			sched.Do("resync", func() { c.resync(0) }, touches...)
			release()
		}
	}
}

// resync is what happens at a tick, as part of a step.
func (c *controller) resync(o order) {
	inf := c.inf
	c.fired = inf.clock.ticks
	due := false
	for _, r := range inf.listeners {
		r.syncing = r.shouldResync(c.fired, inf.timer)
		if r.syncing {
			due = true
			r.due, r.timer = c.fired+r.period, 0
		}
	}
	if due {
		c.queue.resync(o)
	}
}
