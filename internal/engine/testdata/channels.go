// A channel orders threads: the goroutine starts what it is told to, after the
// registration. The same without the channel is wrong.
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
