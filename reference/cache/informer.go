package cache

import (
	"errors"
	"strconv"

	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/sched"
)

// A SharedIndexInformer keeps a store of the objects of one kind and tells
// handlers of changes. It is new, then running, then stopped, and never the
// other way.
type SharedIndexInformer struct {
	kind    string
	server  *apiserver.Server
	profile *Profile
	clock   *Clock
	resync  int // period of the resync timer, in ticks; 0: none

	store *Indexer

	started, stopped bool
	transform        func(any) (any, error) // nil: none
	life             sched.Object

	listeners []*Registration
	procObj   sched.Object // which listeners there are and which are syncing
	unnamed   int          // handlers that got a name here
	threads   sched.WaitGroup
	locks     locks

	synced  bool
	syncObj sched.Object

	outbox      []parcel    // to be sent, if the profile is fine
	blockDeltas sched.Mutex // if the profile is fine
	start       *starting   // if the profile has locks

	timer int // number of the resync timer that runs, or that was the last to run; 0: none
}

// NewSharedIndexInformer returns an informer that nobody runs yet. The period
// is that of the resync timer and the default of handlers, in ticks of the
// clock; 0 means never.
func NewSharedIndexInformer(server *apiserver.Server, kind string, period int, p *Profile, clock *Clock) *SharedIndexInformer {
	if clock == nil {
		clock = NewClock() // that nobody moves
	}
	inf := informers.Take()
	*inf = SharedIndexInformer{
		listeners: inf.listeners[:0], threads: inf.threads,
		kind: kind, server: server, profile: p, clock: clock, resync: period, store: newIndexer(),
		life: sched.NewObject("state"), procObj: sched.NewObject("listeners"), syncObj: sched.NewObject("sync"),
	}
	inf.threads.Anew(sched.Join("listeners of ", kind))
	inf.locks = newLocks()
	if p.Locks {
		inf.start = newStarting(p)
	}
	return inf
}

// Kind is what the informer is about.
func (inf *SharedIndexInformer) Kind() string { return inf.kind }

// GetStore returns the store.
func (inf *SharedIndexInformer) GetStore() *Indexer { return inf.store }

// GetIndexer returns the store.
func (inf *SharedIndexInformer) GetIndexer() *Indexer { return inf.store }

func (inf *SharedIndexInformer) now() int { return inf.clock.ticks }

// Errors.
var (
	ErrStopped        = errors.New("handler was not added to shared informer because it has stopped already")
	ErrIndexerStopped = errors.New("indexer was not added because it has stopped already")
	ErrStarted        = errors.New("informer has already started")
	ErrConflict       = errors.New("indexer conflict")
)

// AddEventHandler adds a handler with the informer's own resync period. Before
// the start it will see everything; afterwards it is first told the content of
// the store, as initial adds, and then everything that follows, without a gap.
func (inf *SharedIndexInformer) AddEventHandler(h ResourceEventHandler) (*Registration, error) {
	return inf.AddNamedEventHandler("", h, inf.resync)
}

// AddEventHandlerWithResyncPeriod adds a handler with a resync period in ticks.
func (inf *SharedIndexInformer) AddEventHandlerWithResyncPeriod(h ResourceEventHandler, period int) (*Registration, error) {
	return inf.AddNamedEventHandler("", h, period)
}

// AddNamedEventHandler adds a handler that is called by its name in traces.
//
// The real function takes three locks one after the other; nobody can see what
// happens in between, so it is one step.
func (inf *SharedIndexInformer) AddNamedEventHandler(name string, h ResourceEventHandler, period int) (r *Registration, err error) {
	if name == "" {
		name = inf.kind + ".handler"
		if inf.unnamed++; inf.unnamed > 1 {
			name += strconv.Itoa(inf.unnamed)
		}
	}
	defer inf.blocked()()
	a := additions.Take()
	*a = addition{inf: inf, name: name, handler: h, period: period}
	a.acc = [...]sched.Access{{Obj: &inf.life, Mode: sched.Read}, {Obj: &inf.procObj, Mode: sched.Write},
		{Obj: &inf.store.obj, Mode: sched.Read}, inf.clock.read(), inf.locks.read()}
	inf.profile.doInOrdersBy(sched.Branch{Name: sched.Join("add handler ", name), By: a, Acc: a.acc[:]})
	if a.run {
		inf.listen(a.r)
	}
	inf.send()
	return a.r, a.err
}

// An addition is the step of AddNamedEventHandler.
type addition struct {
	inf     *SharedIndexInformer
	name    string
	handler ResourceEventHandler
	period  int
	acc     [5]sched.Access

	run bool
	r   *Registration
	err error
}

// Ready says whether a handler can be added.
func (a *addition) Ready(n int) bool {
	return a.inf.locks.free() && (n == 0 || n < orders(a.inf.replayed()))
}

// Take adds it.
func (a *addition) Take(n int) {
	inf := a.inf
	if inf.stopped {
		if inf.profile.RefusesLate {
			a.err = ErrStopped
		}
		return
	}
	if inf.resync == 0 {
		a.period = 0 // this informer does not resync
	}
	a.r = newRegistration(inf, a.name, a.handler, a.period)
	inf.listeners = append(inf.listeners, a.r)
	a.run = inf.started
	if a.run && inf.profile.Mistake != LateHandlerMissesStore {
		for _, obj := range ordered(inf.store.snapshot(), order(n)) {
			a.r.add(notification{verb: onAdd, obj: obj, initial: inf.profile.InitialFlag})
		}
	}
}

// replayed is how many objects a handler would be told that is added now. They
// come in the order of a map (thread_safe_store.go, List, all versions).
func (inf *SharedIndexInformer) replayed() int {
	if !inf.started || inf.stopped {
		return 0
	}
	return len(inf.store.items)
}

// listen starts the thread of a listener, as part of the step before.
func (inf *SharedIndexInformer) listen(r *Registration) {
	inf.threads.Begin()
	if inf.profile.Fine {
		r.started = true
		sched.Daemon(r.name, func() {
			defer inf.threads.Done()
			r.runFine()
		})
		sched.Daemon(r.name+".pop", r.popFine)
	} else {
		sched.Loop(r.name, r.run())
		sched.Loop(sched.Join(r.name, ".pop"), r.pop())
	}
	if inf.profile.LatchesSync {
		inf.threads.Begin()
		sched.Loop(sched.Join(r.name, ".watchSynced"), r.watchSynced())
	}
}

// AddIndexers adds indexes.
func (inf *SharedIndexInformer) AddIndexers(indexes map[string]IndexFunc) (err error) {
	sched.Await("add indexers", inf.locks.free, func() {
		switch {
		case inf.stopped && inf.profile.Minor >= 30:
			err = ErrIndexerStopped
		case inf.started && inf.profile.Minor < 30:
			err = ErrStarted
		default:
			for name := range indexes {
				if inf.store.indexes[name] != nil {
					err = ErrConflict
					return
				}
			}
			for name, f := range indexes {
				inf.store.indexes[name] = f
			}
		}
	}, sched.Access{Obj: &inf.life, Mode: sched.Read}, sched.Access{Obj: &inf.store.obj, Mode: sched.Write}, inf.locks.read())
	return err
}

// HasSynced reports whether the first list is in the store and in the buffers
// of the handlers. It stays true after the informer has stopped, and an
// informer that nobody runs is never synced: there is no error.
func (inf *SharedIndexInformer) HasSynced() (ok bool) {
	look := func() { ok = inf.synced }
	if inf.profile.LatchesSync {
		sched.Do("has "+inf.kind+" synced", look, inf.syncRead()) // a channel, no lock
	} else {
		sched.Await("has "+inf.kind+" synced", inf.locks.free, look, inf.syncRead(), inf.locks.read())
	}
	return ok
}

// Synced is the branch that waits for HasSynced.
func (inf *SharedIndexInformer) Synced() sched.Branch {
	return sched.Branch{Name: inf.kind + " synced", Guard: func() bool { return inf.synced }, Acc: []sched.Access{{Obj: &inf.syncObj, Mode: sched.Consume}}}
}

func (inf *SharedIndexInformer) syncRead() sched.Access {
	return sched.Access{Obj: &inf.syncObj, Mode: sched.Read}
}

// IsStopped reports whether the informer was stopped. (client-go 0.26)
func (inf *SharedIndexInformer) IsStopped() (ok bool) {
	sched.Await("is "+inf.kind+" stopped", inf.locks.free, func() { ok = inf.stopped }, sched.Access{Obj: &inf.life, Mode: sched.Read}, inf.locks.read())
	return ok
}

// Run runs the informer until stop is closed and all handler calls have
// returned. The calling thread is client-go's processLoop; besides it there are
// the reflector and, where needed, the resync timer.
func (inf *SharedIndexInformer) Run(stop *sched.Chan[struct{}]) { sched.Follow(inf.Running(stop)) }

// Running is Run as a thread without a stack.
func (inf *SharedIndexInformer) Running(stop *sched.Chan[struct{}]) func(taken int) sched.Turn {
	c := newController(inf, stop)
	r := &c.own.loop
	r.c, r.loop, r.refused, r.turns = c, nil, false, 0
	return r.step
}

// A running is the thread of Running.
type running struct {
	sched.Unguarded
	step    func(taken int) sched.Turn // next, made once
	c       *controller
	loop    func(taken int) sched.Turn
	refused bool
	turns   int
	waits   [1]sched.Branch
	acc     [2]sched.Access
}

func (r *running) next(taken int) (turn sched.Turn) {
	c := r.c
	inf := c.inf
	switch r.turns++; {
	case r.turns == 1:
		r.acc = [...]sched.Access{{Obj: &inf.life, Mode: sched.Write}, {Obj: &inf.procObj, Mode: sched.Read}}
		r.waits[0] = sched.Branch{Name: sched.Join("run ", inf.kind), By: r, Acc: r.acc[:]}
		turn.Wait = r.waits[:]
		return turn
	case r.turns == 2 && !r.refused:
		inf.startListeners(c.listeners)
		r.loop, taken = c.run(), -1
	}
	if r.loop != nil {
		if turn = r.loop(taken); turn.Wait == nil && turn.Call == nil {
			r.loop, turn.Call = nil, func() { inf.end(c) }
		}
	}
	return turn
}

// Take is the first step of a run, which is refused if the informer runs already.
func (r *running) Take(int) {
	c := r.c
	inf := c.inf
	r.refused = inf.started && !inf.profile.RunsTwice
	inf.started = true
	c.listeners = append(c.listeners, inf.listeners...)
	c.transform = inf.transform
}

// end is what follows when the process loop has ended.
func (inf *SharedIndexInformer) end(c *controller) {
	c.workers.Wait()
	sched.Do(inf.kind+" stopped", func() { inf.stopped = true }, sched.Access{Obj: &inf.life, Mode: sched.Write})
	var closed []*Registration
	sched.Do("close listeners of "+inf.kind, func() {
		for _, r := range inf.listeners {
			r.close()
		}
		closed, inf.listeners = inf.listeners, nil
		inf.locks.closing++
	}, sched.Access{Obj: &inf.procObj, Mode: sched.Write}, inf.syncRead(), inf.locks.change())
	for _, r := range closed {
		if r.started {
			r.addCh.Close()
		}
	}
	inf.threads.Wait()
	inf.locks.closed()
}

// distribute puts a notification into the buffers, as part of a step.
func (inf *SharedIndexInformer) distribute(n notification, sync bool) {
	for _, r := range inf.listeners {
		if !sync || r.syncing {
			r.add(n)
		}
	}
}
