// A select may wait for another thread, and receives the factory that a goroutine
// makes. Nothing orders the birth with what is received: silent.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func Run(client kubernetes.Interface, stop <-chan struct{}) {
	ch := make(chan informers.SharedInformerFactory, 1)
	go func() { ch <- informers.NewSharedInformerFactory(client, 0) }()
	select {
	case f := <-ch:
		f.Start(stop)
		f.Core().V1().Pods().Lister()
	case <-stop:
	}
}
