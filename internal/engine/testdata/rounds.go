// Loops over containers. Listed starts all of its factories, so pods come too
// late. Silent are those of which one may not be started (Some, Part), is started
// in a later round (Before), or is in the list twice (Twice).
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func Listed(client kubernetes.Interface, stop <-chan struct{}) {
	f, g := informers.NewSharedInformerFactory(client, 0), informers.NewSharedInformerFactory(client, 0)
	for _, each := range []informers.SharedInformerFactory{f, g} {
		each.Start(stop)
	}
	f.Core().V1().Pods().Lister()
}

func Some(client kubernetes.Interface, stop <-chan struct{}, also bool) {
	f, g := informers.NewSharedInformerFactory(client, 0), informers.NewSharedInformerFactory(client, 0)
	all := []informers.SharedInformerFactory{g}
	if also {
		all = append(all, f)
	}
	for _, each := range all {
		each.Start(stop)
	}
	f.Core().V1().Pods().Lister()
}

func Part(client kubernetes.Interface, stop <-chan struct{}) {
	f, g := informers.NewSharedInformerFactory(client, 0), informers.NewSharedInformerFactory(client, 0)
	all := []informers.SharedInformerFactory{f, g}
	for _, each := range all[1:] {
		each.Start(stop)
	}
	f.Core().V1().Pods().Lister()
}

func Before(client kubernetes.Interface, stop <-chan struct{}, n int) {
	var before informers.SharedInformerFactory
	for range n {
		if before != nil {
			before.Start(stop)
		}
		before = informers.NewSharedInformerFactory(client, 0)
		before.Core().V1().Pods().Lister()
	}
}

func Twice(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	for _, each := range []informers.SharedInformerFactory{f, f} {
		each.Start(stop)
		each.Core().V1().Pods().Lister()
	}
}
