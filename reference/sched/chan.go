package sched

import (
	"fmt"
	"strings"
)

// A Chan is a channel. Make one with [NewChan]; a nil *Chan blocks for ever.
type Chan[T any] struct{ core chanCore }

type chanCore struct {
	Object
	cap    int
	buf    []message
	closed bool

	whenClosed [1]Access // what the branch of Closed waits for
	closedName string    // and how it is called, if that was asked for

	clock clock   // of close
	slots []clock // of the receive that freed the place
	sends int
	recvs int
}

type message struct {
	val   any
	clock clock
}

// A chanCase is one case of a select.
type chanCase struct {
	c    *chanCore // nil blocks
	send bool
	val  any  // sent or received
	ok   bool // received: not because of close
}

// NewChan makes a channel with room for n values.
func NewChan[T any](n int) *Chan[T] { return NamedChan[T]("chan", n) }

// NamedChan makes a channel that is called by its name in traces.
func NamedChan[T any](name string, n int) *Chan[T] {
	w := Current()
	if w.chans == len(w.channels) {
		w.channels = append(w.channels, nil)
	}
	c, ok := w.channels[w.chans].(*Chan[T]) // most executions make the same ones
	if !ok {
		c = &Chan[T]{}
		w.channels[w.chans] = c
	}
	w.chans++
	clear(c.core.slots)
	closedName := ""
	if c.core.name == name {
		closedName = c.core.closedName
	}
	c.core = chanCore{cap: n, clock: c.core.clock[:0], slots: c.core.slots[:0], closedName: closedName}
	c.core.init(name)
	return c
}

func (c *Chan[T]) get() *chanCore {
	if c == nil {
		return nil
	}
	return &c.core
}

// Send sends a value.
func (c *Chan[T]) Send(v T) {
	w := Current()
	t := w.thread()
	o := t.fresh(opSelect, "send")
	o.cases = append(o.cases, chanCase{c: c.get(), send: true, val: v})
	w.block(t)
	t.fate(0)
}

// Recv2 receives a value; ok is false if the channel is closed and empty.
func (c *Chan[T]) Recv2() (v T, ok bool) {
	w := Current()
	t := w.thread()
	o := t.fresh(opSelect, "receive")
	o.cases = append(o.cases, chanCase{c: c.get()})
	w.block(t)
	if k := &t.buf.cases[0]; k.ok {
		v, _ = k.val.(T) // not for a nil interface
		return v, true
	}
	return v, false
}

// Recv receives a value.
func (c *Chan[T]) Recv() T {
	v, _ := c.Recv2()
	return v
}

// All ranges over the values until the channel is closed.
func (c *Chan[T]) All(yield func(T) bool) {
	for {
		v, ok := c.Recv2()
		if !ok || !yield(v) {
			return
		}
	}
}

// Close closes the channel.
func (c *Chan[T]) Close() { closeCore(c.get()) }

func closeCore(c *chanCore) {
	if c == nil {
		panic("close of nil channel")
	}
	Current().step("close "+c.name, c, 0, Access{&c.Object, Produce})
	if c.recvs < 0 {
		panic("close of closed channel")
	}
}

func (c *chanCore) ready(*World, uint8) bool { return true }

func (c *chanCore) apply(w *World, t *Thread, _ uint8) {
	if c.closed {
		c.recvs = -1 // found by the closer when it goes on
		return
	}
	c.closed = true
	t.release(&c.clock)
	// A select that is parked for certain wakes up to the close, whatever
	// becomes ready afterwards.
	for _, u := range w.threads {
		if o := u.op; o != nil && o.kind == opSelect && o.since < w.settled && o.only == 0 {
			for i := range o.cases {
				if o.cases[i].c == c {
					o.only = i + 1
					break
				}
			}
		}
	}
}

// Closed is the branch that waits for the channel to be closed, for channels on
// which nothing is ever sent.
func (c *Chan[T]) Closed() Branch {
	if c == nil {
		return Branch{Name: "never", Guard: func() bool { return false }}
	}
	k := &c.core
	if k.whenClosed[0].Obj == nil {
		k.whenClosed[0] = Access{&k.Object, Consume}
	}
	if k.closedName == "" {
		k.closedName = Join("stopped by ", k.name)
	}
	return Branch{Name: k.closedName, By: k, Acc: k.whenClosed[:]}
}

// Ready says whether the channel is closed.
func (c *chanCore) Ready(int) bool { return c.closed }

// Take notices that.
func (c *chanCore) Take(int) { Current().thread().acquire(c.clock) }

// IsClosed is one step that asks whether the channel is closed.
func (c *Chan[T]) IsClosed() (closed bool) {
	if c == nil {
		return false
	}
	Do("is "+c.core.name+" closed", func() {
		closed = c.core.closed
		Current().thread().acquire(c.core.clock)
	}, Access{&c.core.Object, Read})
	return closed
}

// Len is the number of values in the channel.
func (c *Chan[T]) Len() int {
	n := 0
	Do("len "+c.core.name, func() { n = len(c.core.buf) }, Access{&c.core.Object, Read})
	return n
}

// Cap is the room of the channel.
func (c *Chan[T]) Cap() int { return c.core.cap }

// A Case is one case of a [Select].
type Case struct {
	k    chanCase
	done func(*chanCase)
}

// SendCase is the case c <- v.
func (c *Chan[T]) SendCase(v T) Case { return Case{k: chanCase{c: c.get(), send: true, val: v}} }

// RecvCase is the case *v, *ok = <-c; both may be nil.
func (c *Chan[T]) RecvCase(v *T, ok *bool) Case {
	return Case{chanCase{c: c.get()}, func(k *chanCase) {
		if v != nil {
			var zero T
			*v = zero
			if k.ok {
				*v, _ = k.val.(T)
			}
		}
		if ok != nil {
			*ok = k.ok
		}
	}}
}

// Select waits for one of the cases and returns its index.
func Select(cases ...Case) int { return doSelect(false, cases) }

// TrySelect is a select with a default: it returns -1 if that was chosen.
func TrySelect(cases ...Case) int { return doSelect(true, cases) }

func doSelect(def bool, cases []Case) int {
	w := Current()
	t := w.thread()
	o := t.fresh(opSelect, "select")
	o.def = def
	for i := range cases {
		o.cases = append(o.cases, cases[i].k)
	}
	i := int(w.block(t).Case)
	if i == len(cases) {
		return -1
	}
	t.fate(i)
	if f := cases[i].done; f != nil {
		f(&t.buf.cases[i])
	}
	return i
}

// fate panics in the thread that sent on a closed channel.
func (t *Thread) fate(i int) {
	if k := &t.buf.cases[i]; k.send && !k.ok {
		panic("send on closed channel")
	}
}

// selectAlts lists what a select can do now. An unbuffered exchange is one
// step of both threads, listed for the sender. Whether a partner has already
// parked or is still on its way to do so cannot be known by any program, so a
// default is possible as long as no buffer and no close decides; and two
// selects with defaults never meet.
func (o *op) selectAlts(w *World, t *Thread, dst []Alt) []Alt {
	decided := false
	for i := range o.cases {
		k := &o.cases[i]
		c := k.c
		switch {
		case c == nil || o.only > 0 && o.only != i+1:
		case c.closed && (k.send || len(c.buf) == 0),
			k.send && c.cap > len(c.buf),
			!k.send && len(c.buf) > 0:
			decided = true
			dst = append(dst, Alt{t.index, -1, int16(i), 0})
		case k.send && c.cap == 0:
			for _, u := range w.threads {
				if u == t || u.op == nil || u.op.kind != opSelect || u.op.only > 0 || o.def && u.op.def {
					continue
				}
				for j := range u.op.cases {
					if r := &u.op.cases[j]; r.c == c && !r.send {
						dst = append(dst, Alt{t.index, u.index, int16(i), int16(j)})
					}
				}
			}
		}
	}
	if o.def && !decided {
		dst = append(dst, Alt{t.index, -1, int16(len(o.cases)), 0})
	}
	return dst
}

// selectWaits lists the cases that are not possible now.
func (o *op) selectWaits(w *World, t *Thread, by []Touch, f func([]Touch)) {
	for i := range o.cases {
		k := &o.cases[i]
		c := k.c
		if c == nil || o.only > 0 || c.closed || k.send && c.cap > len(c.buf) || !k.send && len(c.buf) > 0 {
			continue
		}
		m := PollRecv
		if k.send {
			m = PollSend
		}
		if !w.obstructed([]Access{{&c.Object, m}}, by) {
			continue
		}
		// With an unbuffered channel another partner than the present one
		// may be wanted, but then this case, executed, conflicts anyway.
		if c.cap == 0 && o.partner(w, t, k) {
			continue
		}
		w.scratch = append(w.scratch[:0], Touch{ID: c.id, Slot: c.slot, Mode: m})
		f(w.scratch)
	}
}

func (o *op) partner(w *World, t *Thread, k *chanCase) bool {
	for _, u := range w.threads {
		if u == t || u.op == nil || u.op.kind != opSelect || u.op.only > 0 || o.def && u.op.def {
			continue
		}
		for j := range u.op.cases {
			if r := &u.op.cases[j]; r.c == k.c && r.send != k.send {
				return true
			}
		}
	}
	return false
}

func (o *op) execSelect(w *World, t *Thread, a Alt) {
	w.polls(o, int(a.Case))
	if int(a.Case) == len(o.cases) {
		return
	}
	k := &o.cases[a.Case]
	c := k.c
	if a.Peer >= 0 {
		u := w.threads[a.Peer]
		r := &u.op.cases[a.PeerCase]
		w.polls(u.op, int(a.PeerCase))
		w.touch(&c.Object, Write)
		r.val, r.ok, k.ok = k.val, true, true
		t.clock.join(u.clock)
		u.clock.join(t.clock)
		t.tick()
		u.tick()
		return
	}
	switch {
	case k.send && c.closed:
		w.touch(&c.Object, Read)
		k.ok = false
	case k.send:
		w.touch(&c.Object, Write)
		if c.sends >= c.cap {
			t.clock.join(c.slots[c.sends%c.cap])
		}
		c.sends++
		m := message{val: k.val}
		t.release(&m.clock)
		c.buf = append(c.buf, m)
		k.ok = true
	case len(c.buf) > 0:
		w.touch(&c.Object, Write)
		m := c.buf[0]
		c.buf = c.buf[1:]
		k.val, k.ok = m.val, true
		t.clock.join(m.clock)
		if len(c.slots) < c.cap {
			c.slots = append(c.slots, make([]clock, c.cap-len(c.slots))...)
		}
		s := &c.slots[c.recvs%c.cap]
		*s = (*s)[:0]
		t.release(s)
		c.recvs++
	default: // closed
		w.touch(&c.Object, Read)
		k.ok = false
		t.clock.join(c.clock)
	}
}

// polls records that a select looked at the channels that it did not choose:
// had one of them been ready earlier, it could have chosen otherwise.
func (w *World) polls(o *op, chosen int) {
	for i := range o.cases {
		k := &o.cases[i]
		if i == chosen || k.c == nil {
			continue
		}
		m := PollRecv
		if k.send {
			m = PollSend
		}
		w.touch(&k.c.Object, m)
	}
}

func (k *chanCase) text() string {
	name := "nil"
	if k.c != nil {
		name = k.c.name
	}
	if k.send {
		return "send " + name
	}
	return "receive " + name
}

func (o *op) selectText() string {
	var s []string
	for i := range o.cases {
		s = append(s, o.cases[i].text())
	}
	if len(s) == 1 {
		return s[0]
	}
	return "select {" + strings.Join(s, ", ") + "}"
}

func (o *op) caseText(a Alt) string {
	if int(a.Case) == len(o.cases) {
		return "default of " + o.selectText()
	}
	k := &o.cases[a.Case]
	s := k.text()
	if k.send {
		if str, ok := k.val.(fmt.Stringer); ok {
			s += " " + str.String()
		}
	} else if k.c.closed && len(k.c.buf) == 0 {
		s += " (closed)"
	}
	return s
}
