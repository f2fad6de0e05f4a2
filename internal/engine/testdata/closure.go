// A closure captures the variable, not the value: it starts what the variable
// holds when it is called.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func Run(client kubernetes.Interface, stop <-chan struct{}) {
	var f informers.SharedInformerFactory
	start := func() { f.Start(stop) }
	f = informers.NewSharedInformerFactory(client, 0)
	start()
	f.Core().V1().Pods().Lister()
}
