// What is registered before and after Start, awaited, and read; a goroutine beside
// all of it; a handler, and a second function that gets the factory.
package p

import (
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

func Run(client kubernetes.Interface, stop <-chan struct{}) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	lister := pods.Lister()
	go watch(factory)
	factory.Start(stop)
	nodes := factory.Core().V1().Nodes().Informer()
	cache.WaitForCacheSync(stop, pods.Informer().HasSynced, nodes.HasSynced)
	lister.List(labels.Everything())
	nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{})
}

func watch(factory informers.SharedInformerFactory) {
	factory.Core().V1().Nodes().Lister()
}
