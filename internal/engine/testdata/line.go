// One after the other: pods are registered before the Start, nodes after it.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func Run(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Core().V1().Pods().Lister()
	f.Start(stop)
	f.WaitForCacheSync(stop)
	f.Core().V1().Nodes().Lister()
}
