// Package single uses a factory for nothing but making informers, and runs
// each of them by itself.
package single

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type caches struct {
	services, pods cache.SharedIndexInformer
	lister         corelisters.PodLister
}

func newCaches(client kubernetes.Interface) *caches {
	factory := informers.NewSharedInformerFactory(client, 0)
	return &caches{
		services: factory.Core().V1().Services().Informer(),
		pods:     factory.Core().V1().Pods().Informer(),
		lister:   factory.Core().V1().Pods().Lister(),
	}
}

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	c := newCaches(client)
	for _, informer := range []cache.SharedIndexInformer{c.services, c.pods} {
		go informer.Run(ctx.Done())
		if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
			return 0, ctx.Err()
		}
	}
	pods, err := c.lister.List(labels.Everything())
	return len(pods), err
}
