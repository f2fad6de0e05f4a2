package sched

// A Mutex is sync.Mutex. Its release is no choice point: nobody can see that
// it comes a little earlier or later. (That is why there is no TryLock.)
type Mutex struct {
	Object
	locked bool
	clock  clock
}

// Lock locks m.
func (m *Mutex) Lock() { Current().step("lock "+m.name, m, 0, Access{&m.Object, Write}) }

// Unlock unlocks m.
func (m *Mutex) Unlock() {
	w := Current()
	if w.aborting {
		return
	}
	if !m.locked {
		panic("sync: unlock of unlocked mutex")
	}
	m.locked = false
	w.touch(&m.Object, Write)
	w.thread().release(&m.clock)
}

// Free and LockNow are the guard and the effect of Lock, for a step that also
// does something else. It must declare a write of the Mutex's Object.
func (m *Mutex) Free() bool { return !m.locked }

// LockNow takes a free lock as part of the current step.
func (m *Mutex) LockNow() { m.apply(nil, Current().thread(), 0) }

// Named gives a lock its name in traces.
func (m *Mutex) Named(name string) *Mutex { m.init(name); return m }

func (m *Mutex) ready(*World, uint8) bool { return !m.locked }

func (m *Mutex) apply(w *World, t *Thread, _ uint8) {
	m.locked = true
	t.acquire(m.clock)
}

// A Locker is sync.Locker.
type Locker interface {
	Lock()
	Unlock()
}

// An RWMutex is sync.RWMutex with its writer preference: a writer that waits
// for readers to leave keeps new readers out. A recursive RLock can therefore
// deadlock, here as in Go.
type RWMutex struct {
	Object
	readers int
	pending bool // a writer announced itself
	writing bool
	wclock  clock // of writers
	rclock  clock // of readers
}

const (
	rwRead = iota
	rwAnnounce
	rwWrite
)

// Named gives a lock its name in traces.
func (m *RWMutex) Named(name string) *RWMutex { m.init(name); return m }

// RLock locks m for reading.
func (m *RWMutex) RLock() { Current().step("rlock "+m.name, m, rwRead, Access{&m.Object, Share}) }

// RUnlock undoes RLock.
func (m *RWMutex) RUnlock() {
	w := Current()
	if w.aborting {
		return
	}
	if m.readers == 0 {
		panic("sync: RUnlock of unlocked RWMutex")
	}
	m.readers--
	w.touch(&m.Object, Share)
	w.thread().release(&m.rclock)
}

// Lock locks m for writing.
func (m *RWMutex) Lock() {
	w := Current()
	w.step("lock "+m.name, m, rwAnnounce, Access{&m.Object, Write})
	if !m.writing {
		w.step("wait for readers of "+m.name, m, rwWrite, Access{&m.Object, Write})
	}
}

// Unlock undoes Lock.
func (m *RWMutex) Unlock() {
	w := Current()
	if w.aborting {
		return
	}
	if !m.writing {
		panic("sync: Unlock of unlocked RWMutex")
	}
	m.writing, m.pending = false, false
	w.touch(&m.Object, Write)
	w.thread().release(&m.wclock)
}

// RLocker is the read side as a Locker.
func (m *RWMutex) RLocker() Locker { return rlocker{m} }

type rlocker struct{ m *RWMutex }

func (l rlocker) Lock()   { l.m.RLock() }
func (l rlocker) Unlock() { l.m.RUnlock() }

func (m *RWMutex) ready(w *World, arg uint8) bool {
	switch arg {
	case rwRead:
		return !m.writing && (!m.pending || w.noWriterPreference)
	case rwAnnounce:
		return !m.pending
	}
	return m.readers == 0
}

func (m *RWMutex) apply(w *World, t *Thread, arg uint8) {
	if arg == rwRead {
		m.readers++
		t.acquire(m.wclock)
		return
	}
	m.pending = true
	if m.readers == 0 {
		m.writing = true
		t.acquire(m.wclock)
		t.acquire(m.rclock)
	}
}

// A Cond is sync.Cond: waiters are woken in the order in which they came.
type Cond struct {
	Object
	L     Locker
	queue []*waiter
}

type waiter struct {
	c     *Cond
	woken bool
	clock clock
}

// NewCond returns a condition with its lock.
func NewCond(l Locker) *Cond { return &Cond{L: l, Object: NewObject("cond")} }

func (x *waiter) ready(*World, uint8) bool { return x.woken }
func (x *waiter) apply(w *World, t *Thread, _ uint8) {
	t.acquire(x.clock)
}

// Wait unlocks, waits to be woken and locks again.
func (c *Cond) Wait() {
	x := &waiter{c: c}
	Do("wait on "+c.name, func() { c.queue = append(c.queue, x) }, Access{&c.Object, Write})
	c.L.Unlock()
	Current().step("woken by "+c.name, x, 0, Access{&c.Object, Read})
	c.L.Lock()
}

// Signal wakes the waiter that waits longest.
func (c *Cond) Signal() { c.wake("signal", 1) }

// Broadcast wakes all waiters.
func (c *Cond) Broadcast() { c.wake("broadcast", 1<<30) }

func (c *Cond) wake(verb string, n int) {
	Do(verb+" "+c.name, func() {
		n = min(n, len(c.queue))
		for _, x := range c.queue[:n] {
			x.woken = true
			Current().thread().release(&x.clock)
		}
		c.queue = c.queue[n:]
	}, Access{&c.Object, Write})
}

// A Once is sync.Once.
type Once struct {
	m    Mutex
	done bool
}

// Do calls f if it is the first. Others wait until that call returned.
func (o *Once) Do(f func()) {
	o.m.Lock()
	defer o.m.Unlock()
	if !o.done {
		defer func() { o.done = true }()
		f()
	}
}

// A WaitGroup is sync.WaitGroup.
type WaitGroup struct {
	Object
	n     int
	clock clock
}

// Named gives a group its name in traces.
func (g *WaitGroup) Named(name string) *WaitGroup { g.init(name); return g }

// Anew makes an empty group of one of an execution that is over.
func (g *WaitGroup) Anew(name string) {
	g.init(name)
	g.n, g.clock = 0, g.clock[:0]
}

// Add adds delta. Adding to an empty group is a step of its own, for it can
// come before or after a Wait; the rest is a release.
func (g *WaitGroup) Add(delta int) {
	w := Current()
	if w.aborting {
		return
	}
	if delta > 0 {
		Do("add to "+g.label(), func() { g.n += delta }, Access{&g.Object, Write})
		return
	}
	g.n += delta
	if g.n < 0 {
		panic("sync: negative WaitGroup counter")
	}
	w.touch(&g.Object, Share) // two of these commute
	w.thread().release(&g.clock)
}

// Begin is Add(1) for the thread that will wait, before it starts another one:
// since it comes before that thread's Wait in any case, it is no step.
func (g *WaitGroup) Begin() {
	g.n++
	Current().touch(&g.Object, Share)
}

func (g *WaitGroup) label() string {
	if g.name == "" {
		return "group"
	}
	return g.name
}

// Done subtracts one.
func (g *WaitGroup) Done() { g.Add(-1) }

// Go runs f in a thread of the group.
func (g *WaitGroup) Go(name string, f func()) {
	g.Add(1)
	Go(name, func() { defer g.Done(); f() })
}

// Wait waits for the counter to be zero.
func (g *WaitGroup) Wait() { Current().step("wait for "+g.label(), g, 0, Access{&g.Object, Write}) }

func (g *WaitGroup) ready(*World, uint8) bool { return g.n == 0 }

func (g *WaitGroup) apply(w *World, t *Thread, _ uint8) { t.acquire(g.clock) }

// An Atomic is a variable with sequentially consistent operations, each a step.
type Atomic[T any] struct {
	Object
	v     T
	clock clock
}

// NewAtomic returns a named atomic variable.
func NewAtomic[T any](name string, v T) *Atomic[T] {
	a := &Atomic[T]{v: v}
	a.init(name)
	return a
}

// Load reads.
func (a *Atomic[T]) Load() (v T) {
	Do("load "+a.name, func() {
		v = a.v
		Current().thread().acquire(a.clock)
	}, Access{&a.Object, Read})
	return v
}

// Store writes.
func (a *Atomic[T]) Store(v T) {
	Do("store "+a.name, func() {
		a.v = v
		a.clock = nil
		Current().thread().release(&a.clock)
	}, Access{&a.Object, Write})
}

// Update replaces the value by f of it and returns both: the basis of Add,
// Swap and CompareAndSwap.
func (a *Atomic[T]) Update(f func(T) T) (before, after T) {
	Do("update "+a.name, func() {
		t := Current().thread()
		before = a.v
		a.v = f(a.v)
		after = a.v
		t.acquire(a.clock)
		t.release(&a.clock)
	}, Access{&a.Object, Write})
	return before, after
}
