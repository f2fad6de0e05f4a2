// Package kube holds the caches of a program.
package kube

import (
	"context"
	"fmt"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// Caches is a set of informers that are started together.
type Caches struct {
	factory informers.SharedInformerFactory
}

// NewCaches returns a set without any informer.
func NewCaches(client kubernetes.Interface) *Caches {
	return &Caches{factory: informers.NewSharedInformerFactory(client, 0)}
}

// Pods registers pods.
func (c *Caches) Pods() corelisters.PodLister { return c.factory.Core().V1().Pods().Lister() }

// Services registers services.
func (c *Caches) Services() corelisters.ServiceLister {
	return c.factory.Core().V1().Services().Lister()
}

// Start starts what is registered.
func (c *Caches) Start(ctx context.Context) { c.factory.StartWithContext(ctx) }

// Sync waits for what is started.
func (c *Caches) Sync(ctx context.Context) error {
	for kind, ok := range c.factory.WaitForCacheSync(ctx.Done()) {
		if !ok {
			return fmt.Errorf("%v did not sync", kind)
		}
	}
	return nil
}
