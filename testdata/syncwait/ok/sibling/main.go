// Package sibling waits for one informer, and for the other by its controller,
// in a method that the wait is given.
package sibling

import (
	"context"
	"errors"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

type component struct {
	pods, nodes cache.SharedIndexInformer
}

type syncer interface{ HasSynced() bool }

func (c *component) all() []syncer { return []syncer{c.pods, c.nodes} }

func (c *component) synced() bool {
	for _, s := range c.all() {
		if !s.HasSynced() {
			return false
		}
	}
	return true
}

// Run counts the nodes.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	c := &component{pods: factory.Core().V1().Pods().Informer(), nodes: factory.Core().V1().Nodes().Informer()}
	go c.pods.Run(ctx.Done())
	go c.nodes.Run(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), c.pods.HasSynced, c.synced) {
		return 0, errors.New("not synced")
	}
	return len(c.nodes.GetStore().List()), nil
}
