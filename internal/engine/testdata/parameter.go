// A factory from outside: its life is not wholly visible. A function that takes
// an accessor, starts, and then waits believes that it is the one who registers.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"
)

func Start(f informers.SharedInformerFactory, stop <-chan struct{}) {
	f.Start(stop)
	f.Core().V1().Pods().Lister()
}

func Believes(f informers.SharedInformerFactory, stop <-chan struct{}) {
	pods := f.Core().V1().Pods()
	f.Start(stop)
	cache.WaitForCacheSync(stop, pods.Informer().HasSynced)
}
