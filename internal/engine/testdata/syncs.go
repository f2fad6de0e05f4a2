// All of an informer that is used rightly: handler, transform, Start, both
// waits, and then reads of the lister and the store.
package p

import (
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

func Run(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	pods := f.Core().V1().Pods()
	lister, informer := pods.Lister(), pods.Informer()
	informer.SetTransform(nil)
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{})
	f.Start(stop)
	f.WaitForCacheSync(stop)
	if !cache.WaitForCacheSync(stop, informer.HasSynced) {
		return
	}
	lister.List(labels.Everything())
	lister.Pods("a").Get("b")
	informer.GetStore().List()
}
