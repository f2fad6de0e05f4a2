// Range over a slice, a map and a channel. The elements of a container are one
// place: which of two informers runs is not certain (perhaps). Receiving from a
// channel in a loop waits, so that a Start of a later round only may happen (start?).
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

func Slice(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	for _, i := range []cache.SharedIndexInformer{f.Core().V1().Pods().Informer(), f.Core().V1().Nodes().Informer()} {
		i.Run(stop)
	}
}

func Map(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	for _, i := range map[string]cache.SharedIndexInformer{"pods": f.Core().V1().Pods().Informer()} {
		i.AddEventHandler(nil)
		go i.Run(stop)
	}
}

func Channel(client kubernetes.Interface, stop <-chan struct{}) {
	ch := make(chan informers.SharedInformerFactory, 1)
	ch <- informers.NewSharedInformerFactory(client, 0)
	for f := range ch {
		f.Start(stop)
		f.Core().V1().Pods().Lister()
	}
}
