// Package received gets its factory, takes an accessor, calls Start and only
// then asks the accessor for its informer. Another of its functions registers
// the same resource, so that Start may well have seen it.
package received

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"
)

// A Counter counts pods.
type Counter struct {
	factory informers.SharedInformerFactory
}

// Prepare registers.
func (c *Counter) Prepare() { c.factory.Core().V1().Pods().Informer() }

// Begin starts what Prepare has registered.
func (c *Counter) Begin(ctx context.Context) bool {
	pods := c.factory.Core().V1().Pods()
	c.factory.Start(ctx.Done())
	return cache.WaitForCacheSync(ctx.Done(), pods.Informer().HasSynced)
}
