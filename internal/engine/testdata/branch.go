// If and else. Run registers pods on both sides and nodes on one, so that nodes
// are late on one way only; OneSide starts on one side before the registration, but
// again after it. Both are silent.
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
