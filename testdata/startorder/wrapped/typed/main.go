// Package typed makes one informer of a kind with its generated constructor,
// keeps it in a struct behind an interface, and never runs it.
package typed

import (
	"context"

	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// A counter counts objects once they are known.
type counter interface {
	count(ctx context.Context) (int, error)
}

type podCounter struct {
	informer cache.SharedIndexInformer
}

func newPodCounter(client kubernetes.Interface, namespace string) counter {
	informer := coreinformers.NewPodInformer(client, namespace, 0, cache.Indexers{}) // want `\(startorder/never-started\)`
	return &podCounter{informer: informer}
}

func (c *podCounter) count(ctx context.Context) (int, error) {
	if !cache.WaitForCacheSync(ctx.Done(), c.informer.HasSynced) {
		return 0, ctx.Err()
	}
	return len(c.informer.GetStore().List()), nil
}

// Run counts the pods of the shop.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	return newPodCounter(client, "shop").count(ctx)
}
