// Handlers run at some time or never, in a thread of their own. That they run only
// after the Start is not followed, so the late registration in one is not reported.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

func Run(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Core().V1().Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj interface{}) { f.Core().V1().Nodes().Lister() },
	})
	f.Start(stop)
}
