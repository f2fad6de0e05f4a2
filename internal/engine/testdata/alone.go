// Informers of no factory: whoever makes one has to run it. A wait alone for one
// that never runs (Waits) is not reported although it never ends: neither is it a
// use, nor is there a Start that it comes before.
package p

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

func Run(lw cache.ListerWatcher, stop <-chan struct{}) {
	i := cache.NewSharedIndexInformer(lw, &corev1.Pod{}, 0, nil)
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{})
	go i.Run(stop)
	cache.WaitForCacheSync(stop, i.HasSynced)
}

func Never(lw cache.ListerWatcher) {
	i := cache.NewSharedIndexInformer(lw, &corev1.Pod{}, 0, nil)
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{})
}

func Waits(lw cache.ListerWatcher, stop <-chan struct{}) {
	_, c := cache.NewInformer(lw, &corev1.Pod{}, 0, cache.ResourceEventHandlerFuncs{})
	cache.WaitForCacheSync(stop, c.HasSynced)
}
