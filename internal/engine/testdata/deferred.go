// Defer: deferred calls run at the return, the last one first, and each perhaps
// not, for its statement may not have been reached. So the engine is silent about
// Backward, whose registration is late on its one real way.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func Run(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	defer f.Start(stop)
	f.Core().V1().Pods().Lister()
}

func Backward(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	defer f.Core().V1().Pods().Lister()
	defer func() {
		f.Start(stop)
	}()
}
