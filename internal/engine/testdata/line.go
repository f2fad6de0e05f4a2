// One after the other: in Run pods are registered before the Start, nodes after it.
// Again registers late as well, but starts what is late.
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

func Again(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Start(stop)
	f.Core().V1().Pods().Lister()
	f.Start(stop)
}
