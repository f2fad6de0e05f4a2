// Package wait is the twin of apimachinery's util/wait.
package wait

import (
	"github.com/informerlint/informerlint/proof/twin/context"
	"github.com/informerlint/informerlint/proof/twin/time"
	"github.com/informerlint/informerlint/proof/twin/world"
	"github.com/informerlint/informerlint/reference/sched"
)

// A Group is wait.Group.
type Group struct{ wg sched.WaitGroup }

// Wait waits for all goroutines of the group.
func (g *Group) Wait() { g.wg.Wait() }

// Start runs f in a goroutine of the group.
func (g *Group) Start(f func()) {
	g.wg.Add(1)
	sched.Daemon("wait.Group", func() { defer g.wg.Done(); f() })
}

// StartWithContext runs f in a goroutine of the group.
func (g *Group) StartWithContext(ctx context.Context, f func(context.Context)) {
	g.Start(func() { f(ctx) })
}

// StartWithChannel runs f in a goroutine of the group.
func (g *Group) StartWithChannel(stop *sched.Chan[struct{}], f func(stop *sched.Chan[struct{}])) {
	g.Start(func() { f(stop) })
}

// Until calls f again and again until stop is closed, with pauses.
func Until(f func(), _ time.Duration, stop *sched.Chan[struct{}]) {
	for !closed(stop) {
		f()
		if !world.Pause(stop) {
			return
		}
	}
}

func closed(stop *sched.Chan[struct{}]) bool { return stop != nil && stop.IsClosed() }

// UntilWithContext is Until for a context.
func UntilWithContext(ctx context.Context, f func(context.Context), period time.Duration) {
	Until(func() { f(ctx) }, period, ctx.Done())
}

// A ConditionWithContextFunc says whether to stop polling.
type ConditionWithContextFunc func(context.Context) (done bool, err error)

// PollUntilContextCancel asks again and again, until the answer is yes or an
// error, or the context ends.
func PollUntilContextCancel(ctx context.Context, _ time.Duration, immediate bool, ask ConditionWithContextFunc) error {
	for first := true; ; first = false {
		if first && !immediate {
			if !world.Pause(ctx.Done()) {
				return ctx.Err()
			}
		}
		if done, err := ask(ctx); err != nil || done {
			return err
		}
		if !world.Pause(ctx.Done()) {
			return ctx.Err()
		}
	}
}

// PollUntilContextTimeout is PollUntilContextCancel; it also ends at some moment
// by itself.
func PollUntilContextTimeout(ctx context.Context, interval, timeout time.Duration, immediate bool, ask ConditionWithContextFunc) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	return PollUntilContextCancel(ctx, interval, immediate, ask)
}
