// The nil side of a test of the factory is no path for it: the registration is
// after the Start on every other.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func Run(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	if f != nil {
		f.Start(stop)
	}
	f.Core().V1().Pods().Lister()
}
