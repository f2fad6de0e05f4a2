// A wait before the Start, a read before the wait, and a transform after the
// Start.
package p

import (
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

func Wait(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	pods := f.Core().V1().Pods().Informer()
	cache.WaitForCacheSync(stop, pods.HasSynced)
	f.Start(stop)
}

func Read(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	pods := f.Core().V1().Pods().Lister()
	f.Start(stop)
	pods.List(labels.Everything())
	f.WaitForCacheSync(stop)
}

func Transform(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	pods := f.Core().V1().Pods().Informer()
	f.Start(stop)
	pods.SetTransform(nil)
}
