// A WaitGroup may put threads in order: Done signals, Wait awaits. Which signal
// ends which wait is not followed, so the engine is silent about Run, where the
// registration is late for sure. Go has no Wait.
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
