// An errgroup starts goroutines, and its Wait may order what follows.
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
