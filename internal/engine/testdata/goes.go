// The go statement: with a primitive itself, and with a literal. What follows
// in the function is unordered with it, unless something awaits it.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

func Run(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	go f.Start(stop)
	f.Core().V1().Pods().Lister()
}

func Literal(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	pods := f.Core().V1().Pods().Informer()
	go func() {
		f.Start(stop)
	}()
	cache.WaitForCacheSync(stop, pods.HasSynced)
	f.WaitForCacheSync(stop)
}
