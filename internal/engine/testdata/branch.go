// If and else. Pods are registered on both sides, nodes on one side only; both
// before the Start. What is registered after it on one side only is late on that side.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func Run(client kubernetes.Interface, stop <-chan struct{}, b bool) {
	f := informers.NewSharedInformerFactory(client, 0)
	if b {
		f.Core().V1().Pods().Lister()
		f.Core().V1().Nodes().Lister()
	} else {
		f.Core().V1().Pods().Lister()
	}
	f.Start(stop)
	f.Core().V1().Nodes().Lister()
}

func OneSide(client kubernetes.Interface, stop <-chan struct{}, b bool) {
	f := informers.NewSharedInformerFactory(client, 0)
	if b {
		f.Start(stop)
	}
	f.Core().V1().Pods().Lister()
	f.Start(stop)
}
