// A factory from outside, in a function that takes an accessor, starts, and then
// waits for the accessor's informer: it believes that it is the one who registers.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"
)

func Believes(f informers.SharedInformerFactory, stop <-chan struct{}) {
	pods := f.Core().V1().Pods()
	f.Start(stop)
	cache.WaitForCacheSync(stop, pods.Informer().HasSynced)
}
