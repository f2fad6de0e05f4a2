// Package wait is the twin of apimachinery's util/wait.
package wait

import (
	"github.com/informerlint/informerlint/proof/twin/context"
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
