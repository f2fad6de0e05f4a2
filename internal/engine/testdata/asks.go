// HasSynced that is asked again and again is a use, and may wait for the informer.
// Shutdown is no event.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func Run(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	pods := f.Core().V1().Pods().Informer()
	f.Start(stop)
	for !pods.HasSynced() {
	}
	f.Shutdown()
}
