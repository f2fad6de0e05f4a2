// A WaitGroup orders threads: after its Wait the Start has been. Without the
// Wait nothing is known.
package p

import (
	"sync"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func Run(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		f.Start(stop)
	}()
	wg.Wait()
	f.Core().V1().Pods().Lister()
}

func Go(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	var wg sync.WaitGroup
	wg.Go(func() { f.Start(stop) })
	f.Core().V1().Pods().Lister()
}
