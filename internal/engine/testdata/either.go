// One of two factories: what is done to it is perhaps done to each, so that the
// Start that comes first is neither's for sure. Nothing is said of a factory that
// is started somewhere.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func Run(client kubernetes.Interface, stop <-chan struct{}, b bool) {
	f, g := informers.NewSharedInformerFactory(client, 0), informers.NewSharedInformerFactory(client, 0)
	x := f
	if b {
		x = g
	}
	x.Start(stop)
	x.Core().V1().Pods().Lister()
	f.Core().V1().Pods().Lister()
}
