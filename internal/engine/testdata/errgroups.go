// An errgroup starts goroutines (of a group: its end can be awaited). Its Wait may
// order what follows, so of Waits it is said only that the goroutine is of no use.
package p

import (
	"golang.org/x/sync/errgroup"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func Run(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	var g errgroup.Group
	g.Go(func() error {
		f.Start(stop)
		return nil
	})
	f.Core().V1().Pods().Lister()
	g.Wait()
}

func Waits(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	var g errgroup.Group
	g.Go(func() error {
		f.Start(stop)
		return nil
	})
	g.Wait()
	f.Core().V1().Pods().Lister()
}

// Limited begins the second goroutine when the first has ended.
func Limited(client kubernetes.Interface, stop <-chan struct{}) {
	x := informers.NewSharedInformerFactory(client, 0)
	x.Core().V1().Pods().Lister()
	var g errgroup.Group
	g.SetLimit(1)
	g.Go(func() error { x.Start(stop); return nil })
	g.Go(func() error { x.WaitForCacheSync(stop); return nil })
	g.Wait()
}

// Unlimited does not.
func Unlimited(client kubernetes.Interface, stop <-chan struct{}) {
	x := informers.NewSharedInformerFactory(client, 0)
	x.Core().V1().Pods().Lister()
	var g errgroup.Group
	g.Go(func() error { x.Start(stop); return nil })
	g.Go(func() error { x.WaitForCacheSync(stop); return nil })
	g.Wait()
}

var (
	group  errgroup.Group
	shared = new(errgroup.Group)
)

// Global has its group in a variable of the package, where anybody may have set its
// limit.
func Global(client kubernetes.Interface, stop <-chan struct{}) {
	x := informers.NewSharedInformerFactory(client, 0)
	x.Core().V1().Pods().Lister()
	group.Go(func() error { x.Start(stop); return nil })
	shared.Go(func() error { x.WaitForCacheSync(stop); return nil })
}

type server struct {
	group  errgroup.Group
	second *errgroup.Group
}

// Fields has its groups in fields, of which one has a limit.
func (s *server) Fields(client kubernetes.Interface, stop <-chan struct{}) {
	x := informers.NewSharedInformerFactory(client, 0)
	x.Core().V1().Pods().Lister()
	s.group.Go(func() error { x.Start(stop); return nil })
	s.second.Go(func() error { x.WaitForCacheSync(stop); return nil })
}

func (s *server) prepare() { s.group.SetLimit(1) }

func (s *server) begin() { s.second = new(errgroup.Group) }

func limit(g *errgroup.Group, n int) { g.SetLimit(n) }

func join(g *errgroup.Group) { g.Wait() }

// Handed hands its group to a function that gives it a limit.
func Handed(client kubernetes.Interface, stop <-chan struct{}) {
	x := informers.NewSharedInformerFactory(client, 0)
	x.Core().V1().Pods().Lister()
	var g errgroup.Group
	limit(&g, 1)
	g.Go(func() error { x.Start(stop); return nil })
	g.Go(func() error { x.WaitForCacheSync(stop); return nil })
}

// Joined hands it to one that does not.
func Joined(client kubernetes.Interface, stop <-chan struct{}) {
	x := informers.NewSharedInformerFactory(client, 0)
	x.Core().V1().Pods().Lister()
	var g errgroup.Group
	g.Go(func() error { x.Start(stop); return nil })
	g.Go(func() error { x.WaitForCacheSync(stop); return nil })
	join(&g)
}

// Given is given a group by anybody, who may have set its limit.
func Given(g *errgroup.Group, client kubernetes.Interface, stop <-chan struct{}) {
	x := informers.NewSharedInformerFactory(client, 0)
	x.Core().V1().Pods().Lister()
	g.Go(func() error { x.Start(stop); return nil })
	g.Go(func() error { x.WaitForCacheSync(stop); return nil })
}

type holder struct{ own *errgroup.Group }

func (s *server) held() holder { return holder{s.second} }

// Copied has its group in a structure that is a result, through which it gets a limit.
func (s *server) Copied(client kubernetes.Interface, stop <-chan struct{}) {
	x := informers.NewSharedInformerFactory(client, 0)
	x.Core().V1().Pods().Lister()
	h := holder{new(errgroup.Group)}
	s.held().own.SetLimit(1)
	h.own.Go(func() error { x.Start(stop); return nil })
	h.own.Go(func() error { x.WaitForCacheSync(stop); return nil })
}
