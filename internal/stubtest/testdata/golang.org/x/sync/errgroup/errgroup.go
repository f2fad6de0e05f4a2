// Package errgroup has what the programs need of golang.org/x/sync/errgroup.
package errgroup

type Group struct{ n int }

func (g *Group) Go(f func() error)
func (g *Group) Wait() error
func (g *Group) SetLimit(n int)
