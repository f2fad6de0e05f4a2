// A variadic helper: the arguments are elements of a slice.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

func runAll(stop <-chan struct{}, all ...cache.SharedIndexInformer) {
	for _, i := range all {
		go i.Run(stop)
	}
}

func Run(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	pods := f.Core().V1().Pods().Informer()
	nodes := f.Core().V1().Nodes().Informer()
	pods.AddEventHandler(nil)
	nodes.AddEventHandler(nil)
	runAll(stop, pods)
}
