// A channel may put threads in order. In Run the goroutine waits before its Start:
// silent, and right. In Unordered what it signals is awaited only after the
// registration.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func Run(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	ready := make(chan struct{})
	go func() {
		<-ready
		f.Start(stop)
	}()
	f.Core().V1().Pods().Lister()
	close(ready)
}

func Unordered(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	ready := make(chan struct{})
	go func() {
		f.Start(stop)
		close(ready)
	}()
	f.Core().V1().Pods().Lister()
	<-ready
}
