// What only an informer of the factory brings about is awaited before the factory's
// own wait, in Synced, Asked and Told: Start has been called by then, and has the
// lock that the wait takes. In Another it is an informer of another factory, and in
// Untold no handler is there who could say anything: these are reported.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

func Synced(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Core().V1().Nodes().Lister()
	pods := f.Core().V1().Pods().Informer()
	go f.Start(stop)
	cache.WaitForCacheSync(stop, pods.HasSynced)
	f.WaitForCacheSync(stop)
}

func Asked(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Core().V1().Nodes().Lister()
	pods := f.Core().V1().Pods().Informer()
	go f.Start(stop)
	for !pods.HasSynced() {
	}
	f.WaitForCacheSync(stop)
}

func Told(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	first := make(chan struct{}, 1)
	f.Core().V1().Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) {
		select {
		case first <- struct{}{}:
		default:
		}
	}})
	go f.Start(stop)
	<-first
	f.WaitForCacheSync(stop)
}

func Another(client kubernetes.Interface, stop <-chan struct{}) {
	g := informers.NewSharedInformerFactory(client, 0)
	nodes := g.Core().V1().Nodes().Informer()
	g.Start(stop)
	f := informers.NewSharedInformerFactory(client, 0)
	f.Core().V1().Pods().Lister()
	go f.Start(stop)
	cache.WaitForCacheSync(stop, nodes.HasSynced)
	f.WaitForCacheSync(stop)
}

func Untold(client kubernetes.Interface, stop, first <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Core().V1().Pods().Lister()
	go f.Start(stop)
	<-first
	f.WaitForCacheSync(stop)
}
