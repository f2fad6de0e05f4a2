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

	own *threads
}

// threads are the memory of a controller's threads.
type threads struct {
	loop   running
	latch  latching
	proc   processing
	next   func(taken int) sched.Turn // of the reflector
	done   func()                     // of a thread of the controller
	opened func(*apiserver.Watch)
	lists  func([]*apiserver.Object, int)
	events func(apiserver.Event)
}

var (
	controllers = sched.NewPool[controller]()
	informers   = sched.NewPool[SharedIndexInformer]()
	indexers    = sched.NewPool[Indexer]()
	queues      = sched.NewPool[queue]()
	listeners   = sched.NewPool[Registration]()
	additions   = sched.NewPool[addition]()
)

func newController(inf *SharedIndexInformer, stop *sched.Chan[struct{}]) *controller {
	c := controllers.Take()
	*c = controller{inf: inf, stop: stop, listeners: c.listeners[:0], workers: c.workers, own: c.own}
	if c.own == nil {
		c.own = &threads{next: c.reflect, done: c.workers.Done, opened: c.following.opened, lists: c.replace, events: c.receive}
		c.own.loop.step = c.own.loop.next
		c.own.latch.step = c.own.latch.next
		c.own.proc.step = c.own.proc.next
	}
	return c
}

// run starts the threads of the run, and returns its process loop.
func (c *controller) run() func(taken int) sched.Turn {
	inf := c.inf
	c.workers.Anew(sched.Join("controller of ", inf.kind))
	c.queue = newQueue(inf.profile, inf.store, inf)
	c.workers.Begin()
	sched.Loop(sched.Join(inf.kind, ".reflector"), c.own.next).AtEnd(c.own.done)
	if inf.resync > 0 {
		c.start("resync", c.resyncLoop)
	}
	if inf.profile.LatchesSync {
		c.workers.Begin()
		sched.Loop(sched.Join(inf.kind, ".sync"), c.latch())
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
	l := &c.own.latch
	l.c, l.acc = c, [1]sched.Access{{Obj: &c.queue.syncObj, Mode: sched.Consume}}
	l.waits = [...]sched.Branch{{Name: "latch sync", By: l, Acc: l.acc[:]}, c.stop.Closed()}
	return l.step
}

// queueSynced is told that the queue is, as part of a step.
func (inf *SharedIndexInformer) queueSynced() {
	if !inf.profile.LatchesSync && !inf.synced {
		inf.synced = true
		sched.TouchNow(&inf.syncObj, sched.Produce)
	}
}

// A latching is the thread of latch.
type latching struct {
	step  func(taken int) sched.Turn // next, made once
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
	p, q, inf := &c.own.proc, c.queue, c.inf
	p.c, p.last, p.taken, p.place, p.stop = c, false, nil, q.place(), c.stop.Closed()
	p.acc = append(q.popAccess(p.acc[:0]),
		sched.Access{Obj: &inf.store.obj, Mode: sched.Write}, sched.Access{Obj: &inf.procObj, Mode: sched.Read})
	p.ended = append(p.ended[:0], p.stop.Acc...)
	if inf.profile.DrainsQueue {
		p.ended = append(p.ended, p.acc[:len(p.acc)-2]...)
	}
	if inf.profile.Fine {
		p.acc = append(p.acc, sched.Access{Obj: &inf.blockDeltas.Object, Mode: sched.Write})
	}
	p.pops = inf.profile.inOrdersBy(p.waits[:0], sched.Branch{Name: "process", By: p, Acc: p.acc})
	p.waits = append(p.pops, sched.Branch{Name: p.stop.Name, By: p, N: len(p.pops), Acc: p.ended})
	return p.step
}

// A processing is the thread of processLoop.
type processing struct {
	step  func(taken int) sched.Turn // next, made once
	c     *controller
	last  bool
	taken []delta // if the profile is fine: to be handed out
	place *sched.Object

	waits, pops []sched.Branch // pops in each order that is tried, and stop
	stop        sched.Branch
	acc, ended  []sched.Access
}

func (p *processing) next(chosen int) (turn sched.Turn) {
	c := p.c
	switch {
	case chosen == len(p.pops):
		return turn
	case chosen >= 0 && c.inf.profile.Fine:
		turn.Call = func() { c.handOut(p.taken) }
		return turn
	case p.last:
		return turn
	}
	p.place = c.queue.move(p.waits, p.place)
	turn.Wait = p.waits
	return turn
}

// Ready says whether there is something to take, or an end.
//
// With a fine profile, the lock is taken after there is something to take, but
// nobody can see which of the two came first.
func (p *processing) Ready(n int) bool {
	q, inf := p.c.queue, p.c.inf
	if n == len(p.pops) {
		return p.stop.Ready() && (!inf.profile.DrainsQueue || q.empty())
	}
	return !q.empty() && (!inf.profile.Fine || inf.blockDeltas.Free()) && (n == 0 || n < orders(q.walked()))
}

// Take takes and applies it.
func (p *processing) Take(n int) {
	c, q, inf := p.c, p.c.queue, p.c.inf
	if n == len(p.pops) {
		p.stop.Take()
		return
	}
	c.order = order(n)
	if inf.profile.Fine {
		inf.blockDeltas.LockNow()
	}
	batch, initial := q.pop()
	if inf.profile.Mistake == InitialFlagAlways {
		initial = true
	}
	c.apply(batch, initial && inf.profile.InitialFlag)
	if inf.profile.Fine {
		p.taken = batch
	} else {
		q.processed(batch)
	}
	if !inf.profile.DrainsQueue {
		p.last = p.stop.Ready()
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
	gone := inf.store.missing(inf.profile, list)
	before := inf.store.items
	inf.store.items, inf.store.before = sched.Emptied(inf.store.before), before
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
	touches := []sched.Access{inf.clock.read(), {Obj: &inf.procObj, Mode: sched.Write}}
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
