// Package run is the twin of github.com/oklog/run.
package run

import "github.com/informerlint/informerlint/reference/sched"

// A Group is run.Group.
type Group struct{ actors []actor }

type actor struct {
	execute   func() error
	interrupt func(error)
}

// Add adds an actor.
func (g *Group) Add(execute func() error, interrupt func(error)) {
	g.actors = append(g.actors, actor{execute, interrupt})
}

// Run runs all actors, interrupts all when the first one returns, and waits for the
// others.
func (g *Group) Run() error {
	if len(g.actors) == 0 {
		return nil
	}
	errs := sched.NamedChan[error]("errors of actors", len(g.actors))
	for _, a := range g.actors {
		sched.Daemon("actor", func() { errs.Send(a.execute()) })
	}
	err := errs.Recv()
	for _, a := range g.actors {
		a.interrupt(err)
	}
	for range g.actors[1:] {
		errs.Recv()
	}
	return err
}
