// A factory for each client, made and started in a loop.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func Loops(clients []kubernetes.Interface, stop <-chan struct{}) {
	for _, client := range clients {
		factory := informers.NewSharedInformerFactory(client, 0)
		factory.Core().V1().Pods().Lister()
		factory.Start(stop)
	}
}
