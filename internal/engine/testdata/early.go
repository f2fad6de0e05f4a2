// A wait before the Start, a read before the wait, and a transform after the
// Start.
package p

import (
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

func Wait(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	pods := f.Core().V1().Pods().Informer()
	cache.WaitForCacheSync(stop, pods.HasSynced)
	f.Start(stop)
}

func Read(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	pods := f.Core().V1().Pods().Lister()
	f.Start(stop)
	pods.List(labels.Everything())
	f.WaitForCacheSync(stop)
}

func Transform(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	pods := f.Core().V1().Pods().Informer()
	f.Start(stop)
	pods.SetTransform(nil)
}

// Told has handlers and nobody who reads: what the wait misses, nobody sees.
func Told(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Core().V1().Nodes().Lister()
	f.Core().V1().Nodes().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) {}})
	f.WaitForCacheSync(stop)
	f.Start(stop)
}

// Handed is the same, and somebody gets the lister.
func Handed(client kubernetes.Interface, stop <-chan struct{}) any {
	f := informers.NewSharedInformerFactory(client, 0)
	nodes := f.Core().V1().Nodes().Lister()
	f.WaitForCacheSync(stop)
	f.Start(stop)
	return nodes
}

// Handles reads in a handler what has only been asked for by then.
func Handles(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	nodes := f.Core().V1().Nodes().Informer()
	f.Core().V1().Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) { nodes.GetStore().List() }})
	f.WaitForCacheSync(stop)
	f.Start(stop)
}

// Blocks has no reader either, and never comes to its end.
func Blocks(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	nodes := f.Core().V1().Nodes().Informer()
	nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) {}})
	cache.WaitForCacheSync(stop, nodes.HasSynced)
	f.Start(stop)
}

// Limited reads at once, and gives up on a goroutine that waits: a wait in front of the
// read would not.
func Limited(client kubernetes.Interface, stop <-chan struct{}, limit <-chan struct{}) int {
	f := informers.NewSharedInformerFactory(client, 0)
	nodes := f.Core().V1().Nodes().Lister()
	f.Start(stop)
	done := make(chan struct{})
	go func() { f.WaitForCacheSync(stop); close(done) }()
	all, _ := nodes.List(labels.Everything())
	select {
	case <-done:
	case <-limit:
		return 0
	}
	return len(all)
}
