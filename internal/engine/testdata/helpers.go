// Helpers of the package: one that gets the factory, one that makes it, one that
// returns several results. A recursive call is not followed but a stranger's, which
// may start what it gets: silent, although again never does.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func start(f informers.SharedInformerFactory, stop <-chan struct{}) { f.Start(stop) }

func create(client kubernetes.Interface) (informers.SharedInformerFactory, error) {
	return informers.NewSharedInformerFactory(client, 0), nil
}

func Run(client kubernetes.Interface, stop <-chan struct{}) error {
	f, err := create(client)
	if err != nil {
		return err
	}
	start(f, stop)
	f.Core().V1().Pods().Lister()
	return nil
}

func again(f informers.SharedInformerFactory, stop <-chan struct{}, n int) {
	if n > 0 {
		again(f, stop, n-1)
	}
	f.Core().V1().Nodes().Lister()
}

func Recursive(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	again(f, stop, 3)
	f.Start(stop)
}
