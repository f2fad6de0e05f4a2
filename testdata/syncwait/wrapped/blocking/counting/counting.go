// Package counting counts pods when the informer that it is given has synced.
package counting

import (
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/labels"
	coreinformers "k8s.io/client-go/informers/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// A Counter counts pods.
type Counter struct {
	pods   corelisters.PodLister
	synced cache.InformerSynced
}

// New makes a counter.
func New(pods coreinformers.PodInformer) *Counter {
	return &Counter{pods: pods.Lister(), synced: pods.Informer().HasSynced}
}

// Run waits, and counts.
func (c *Counter) Run(ctx context.Context) (int, error) {
	if !cache.WaitForCacheSync(ctx.Done(), c.synced) {
		return 0, errors.New("not synced")
	}
	list, err := c.pods.List(labels.Everything())
	return len(list), err
}
