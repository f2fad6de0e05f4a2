// Package counter counts nodes. It gets its informers, and waits for one of them.
package counter

import (
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/labels"
	coreinformers "k8s.io/client-go/informers/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// A Counter counts.
type Counter struct {
	nodes  corelisters.NodeLister
	synced cache.InformerSynced
}

// New returns a counter that uses informers which somebody else starts.
func New(pods coreinformers.PodInformer, nodes coreinformers.NodeInformer) *Counter {
	return &Counter{nodes: nodes.Lister(), synced: pods.Informer().HasSynced}
}

// Count counts the nodes.
func (c *Counter) Count(ctx context.Context) (int, error) {
	if !cache.WaitForCacheSync(ctx.Done(), c.synced) {
		return 0, errors.New("not synced")
	}
	nodes, err := c.nodes.List(labels.Everything())
	return len(nodes), err
}
