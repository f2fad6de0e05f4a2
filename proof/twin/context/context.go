// Package context is the twin of context, without values and deadlines as
// times: a timeout may come at any step.
package context

import (
	"time"

	"github.com/informerlint/informerlint/reference/sched"
)

// A Context is context.Context.
type Context interface {
	Done() *sched.Chan[struct{}]
	Err() error
}

// A CancelFunc ends a context.
type CancelFunc func()

// Why contexts end.
var (
	Canceled         = sched.Canceled
	DeadlineExceeded = sched.DeadlineExceeded
)

// Background is never cancelled.
func Background() Context { return sched.Background() }

// TODO is Background.
func TODO() Context { return sched.Background() }

// WithCancel derives a context.
func WithCancel(parent Context) (Context, CancelFunc) {
	c, cancel := sched.WithCancel(parent.(*sched.Context))
	return c, cancel
}

// WithTimeout derives a context that ends at some moment.
func WithTimeout(parent Context, _ time.Duration) (Context, CancelFunc) {
	c, cancel := sched.WithTimeout(parent.(*sched.Context))
	return c, cancel
}
