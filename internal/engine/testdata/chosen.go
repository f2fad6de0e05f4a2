// One factory, made in one of two ways, or made anew: never both, so that what is
// done to "one of the two" is surely done to it. Of two that are both there, x is
// one, and y perhaps the other: nothing is sure.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

func Run(client kubernetes.Interface, stop <-chan struct{}, b bool) {
	var x informers.SharedInformerFactory
	if b {
		x = informers.NewSharedInformerFactory(client, 0)
	} else {
		x = informers.NewSharedInformerFactory(client, 1)
		x.Core().V1().Nodes().Lister()
	}
	x.Start(stop)
	x.Core().V1().Pods().Lister()
}

func Anew(client kubernetes.Interface, stop <-chan struct{}, b bool) {
	x := informers.NewSharedInformerFactory(client, 0)
	if b {
		x = informers.NewSharedInformerFactory(client, 1)
	}
	x.Start(stop)
	x.Core().V1().Pods().Lister()
}

func Swapped(client kubernetes.Interface, stop <-chan struct{}, b bool) {
	x, y := informers.NewSharedInformerFactory(client, 0), informers.NewSharedInformerFactory(client, 1)
	if b {
		x, y = y, x
	}
	x.Start(stop)
	y.Core().V1().Pods().Lister()
}

func Used(client kubernetes.Interface, stop <-chan struct{}, b bool) {
	x := informers.NewSharedInformerFactory(client, 0)
	start := func() { x.Start(stop) }
	start()
	if b {
		x = informers.NewSharedInformerFactory(client, 1)
	}
	x.Core().V1().Pods().Lister()
}

// Handled makes one of two each time that something is added: there may be both.
func Handled(inf cache.SharedIndexInformer, client kubernetes.Interface, stop <-chan struct{}) {
	all := map[bool]informers.SharedInformerFactory{}
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj interface{}) {
		if obj == nil {
			all[true] = informers.NewSharedInformerFactory(client, 0)
		} else {
			all[false] = informers.NewSharedInformerFactory(client, 1)
		}
		all[true].Start(stop)
		all[false].Core().V1().Pods().Lister()
	}})
}

// OneHandled makes one variable's.
func OneHandled(inf cache.SharedIndexInformer, client kubernetes.Interface, stop <-chan struct{}) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj interface{}) {
		var x informers.SharedInformerFactory
		if obj == nil {
			x = informers.NewSharedInformerFactory(client, 0)
		} else {
			x = informers.NewSharedInformerFactory(client, 1)
		}
		x.Start(stop)
		x.Core().V1().Pods().Lister()
	}})
}
