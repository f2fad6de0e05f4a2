// Package errgroup is the twin of golang.org/x/sync/errgroup.
package errgroup

import (
	"github.com/informerlint/informerlint/proof/twin/context"
	"github.com/informerlint/informerlint/reference/sched"
)

// A Group is errgroup.Group.
type Group struct {
	wg     sched.WaitGroup
	once   sched.Once
	cancel context.CancelFunc
	err    error
}

// WithContext returns a group and a context that ends with its first error.
func WithContext(ctx context.Context) (*Group, context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	return &Group{cancel: cancel}, ctx
}

// Go runs f in a goroutine of the group.
func (g *Group) Go(f func() error) {
	g.wg.Add(1)
	sched.Daemon("errgroup", func() {
		defer g.wg.Done()
		if err := f(); err != nil {
			g.once.Do(func() {
				g.err = err
				if g.cancel != nil {
					g.cancel()
				}
			})
		}
	})
}

// Wait waits for all and returns the first error.
func (g *Group) Wait() error {
	g.wg.Wait()
	if g.cancel != nil {
		g.cancel()
	}
	return g.err
}
