package sched

import "errors"

// Time is abstract: nothing says how long a step takes, so a timer may fire at
// any step after it was set. Timers are not ordered among each other.

// A Timer fires once, at some moment, unless it is stopped before.
type Timer struct {
	C     *Chan[struct{}]
	state Object
	over  bool // fired or stopped
}

// NewTimer starts a timer.
func NewTimer(name string) *Timer {
	t := &Timer{C: NamedChan[struct{}](name, 1), state: NewObject(name)}
	Daemon(name, func() {
		Do("fires "+name, func() {
			if t.over {
				return
			}
			t.over = true
			c := &t.C.core
			TouchNow(&c.Object, Write)
			c.buf = append(c.buf, message{val: struct{}{}})
			c.sends++
		}, Access{&t.state, Write})
	})
	return t
}

// Stop stops the timer and reports whether that kept it from firing.
func (t *Timer) Stop() (stopped bool) {
	Do("stop timer", func() { stopped, t.over = !t.over, true }, Access{&t.state, Write})
	return stopped
}

// AfterFunc runs f in a thread of its own when the timer fires.
func AfterFunc(name string, f func()) *Timer {
	t := NewTimer(name)
	Daemon(name+".func", func() {
		t.C.Recv()
		f()
	})
	return t
}

// Ticker sends at most n ticks: without a bound an execution need not end.
// Whether each one comes is a choice of the environment.
func Ticker(name string, n int) *Chan[struct{}] {
	c := NamedChan[struct{}](name, 1)
	Daemon(name, func() {
		for range n {
			if !Maybe("tick "+name, nil, nil) {
				return
			}
			if TrySelect(c.SendCase(struct{}{})) < 0 {
				Note(func() string { return "tick lost" })
			}
		}
	})
	return c
}

// Sleep lets others go on for any while.
func Sleep() { Do("sleep", nil) }

// A Context is context.Context without values.
type Context struct {
	done  *Chan[struct{}]
	kids  []*Context
	err   error
	state Object
}

// Canceled and DeadlineExceeded are why contexts end. They are named as in
// package context.
var (
	//lint:ignore ST1012 see above
	Canceled = errors.New("context canceled")
	//lint:ignore ST1012 see above
	DeadlineExceeded = errors.New("context deadline exceeded")
)

// Background is never cancelled.
func Background() *Context { return &Context{} }

// Done is closed when the context ends; it is nil for Background.
func (c *Context) Done() *Chan[struct{}] { return c.done }

// Err is why the context ended, or nil.
func (c *Context) Err() (err error) {
	if c.done == nil {
		return nil
	}
	Do("context error", func() { err = c.err }, Access{&c.state, Read})
	return err
}

// WithCancel derives a context.
func WithCancel(parent *Context) (c *Context, cancel func()) {
	if parent.done == nil {
		return Derive(parent)
	}
	Do("derive context", func() { c, cancel = Derive(parent) }, Access{&parent.state, Write})
	return c, cancel
}

// Derive is WithCancel as part of the current step.
func Derive(parent *Context) (*Context, func()) {
	c := &Context{done: NamedChan[struct{}]("done", 0), state: NewObject("context")}
	if parent.done != nil {
		TouchNow(&parent.state, Write)
		if parent.err != nil {
			c.end(parent.err)
		} else {
			parent.kids = append(parent.kids, c)
		}
	}
	return c, func() { c.cancel(Canceled) }
}

// WithTimeout derives a context that ends at some moment.
func WithTimeout(parent *Context) (*Context, func()) {
	c, cancel := WithCancel(parent)
	Daemon("timeout", func() {
		Do("timeout", func() { c.end(DeadlineExceeded) }, Access{&c.state, Write})
	})
	return c, cancel
}

func (c *Context) cancel(err error) {
	Do("cancel", func() { c.end(err) }, Access{&c.state, Write})
}

// end is the effect of one step: it closes the channels of the whole subtree.
func (c *Context) end(err error) {
	if c.err != nil {
		return
	}
	w := Current()
	c.err = err
	w.touch(&c.state, Write)
	w.touch(&c.done.core.Object, Produce)
	c.done.core.closed = true
	w.thread().release(&c.done.core.clock)
	for _, k := range c.kids {
		k.end(err)
	}
}
