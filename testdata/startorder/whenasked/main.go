// Package whenasked starts a factory in a goroutine of a constructor. What it
// returns asks for its listers when it is asked itself.
package whenasked

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// A Counter counts pods.
type Counter struct{ pods coreinformers.PodInformer }

// New makes a counter.
func New(ctx context.Context, client kubernetes.Interface) *Counter {
	factory := informers.NewSharedInformerFactory(client, 0)
	c := &Counter{pods: factory.Core().V1().Pods()}
	go factory.Start(ctx.Done()) // want `\(startorder/concurrent-registration\)`
	return c
}

// Count counts the pods when it knows them all.
func (c *Counter) Count(ctx context.Context) (int, error) {
	if !cache.WaitForCacheSync(ctx.Done(), c.pods.Informer().HasSynced) {
		return 0, ctx.Err()
	}
	list, err := c.pods.Lister().List(labels.Everything())
	return len(list), err
}

// Run counts the pods some time later.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	c := New(ctx, client)
	time.Sleep(time.Millisecond)
	return c.Count(ctx)
}
