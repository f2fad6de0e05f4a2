package sched

// A clock is a vector clock over the threads of an execution. It follows the
// Go memory model, not the order of the events: two sends to one buffered
// channel are ordered in a trace, but they synchronise nothing.
type clock []uint32

func (c *clock) join(d clock) {
	for len(*c) < len(d) {
		*c = append(*c, 0)
	}
	for i, n := range d {
		(*c)[i] = max((*c)[i], n)
	}
}

func (c clock) at(i int32) uint32 {
	if int(i) < len(c) {
		return c[i]
	}
	return 0
}

// tick begins a new epoch of a thread.
func (t *Thread) tick() {
	for len(t.clock) <= int(t.index) {
		t.clock = append(t.clock, 0)
	}
	t.clock[t.index]++
}

// release publishes what the thread did so far.
func (t *Thread) release(c *clock) {
	c.join(t.clock)
	t.tick()
}

func (t *Thread) acquire(c clock) { t.clock.join(c) }

// A Var is a shared variable without any synchronisation. Its accesses are no
// choice points; instead, two accesses that conflict and are not ordered by
// the memory model are reported as a data race, in the very execution where
// they happen in either order. The reduction relies on that: a program
// without such reports behaves as if only its operations could interleave.
type Var[T any] struct {
	Object
	v       T
	written epoch
	read    []epoch
}

type epoch struct {
	thread int32
	at     uint32
}

// NewVar returns a named variable.
func NewVar[T any](name string, v T) *Var[T] {
	x := &Var[T]{v: v}
	x.init(name)
	return x
}

// Load reads the variable.
func (x *Var[T]) Load() T {
	w := Current()
	if w.aborting || w.running == nil {
		return x.v
	}
	x.enter(w)
	t := w.running
	x.conflict(w, x.written, "read")
	x.read = append(x.read, epoch{t.index, t.clock.at(t.index)})
	return x.v
}

// Store writes the variable.
func (x *Var[T]) Store(v T) {
	w := Current()
	if w.aborting || w.running == nil {
		x.v = v
		return
	}
	x.enter(w)
	t := w.running
	x.conflict(w, x.written, "write")
	for _, e := range x.read {
		x.conflict(w, e, "write")
	}
	x.written, x.read = epoch{t.index, t.clock.at(t.index)}, x.read[:0]
	x.v = v
}

func (x *Var[T]) enter(w *World) {
	if x.run != w.run {
		x.written, x.read = epoch{}, nil
		x.in(w)
	}
}

func (x *Var[T]) conflict(w *World, e epoch, verb string) {
	t := w.running
	if e.at == 0 || e.thread == t.index || t.clock.at(e.thread) >= e.at {
		return
	}
	name := x.name
	if name == "" {
		name = "a variable"
	}
	w.fail(Race, t.Name+": "+verb+" of "+name+" is not ordered with "+w.threads[e.thread].Name)
}
