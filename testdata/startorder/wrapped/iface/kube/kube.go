// Package kube has caches whose type nobody else can name.
package kube

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

type caches struct {
	factory informers.SharedInformerFactory
}

// New returns caches that are not started.
func New(client kubernetes.Interface) *caches {
	return &caches{informers.NewSharedInformerFactory(client, 0)}
}

func (c *caches) Nodes() corelisters.NodeLister { return c.factory.Core().V1().Nodes().Lister() }

func (c *caches) Pods() corelisters.PodLister { return c.factory.Core().V1().Pods().Lister() }

func (c *caches) Start(ctx context.Context) { c.factory.Start(ctx.Done()) }

func (c *caches) Sync(ctx context.Context) bool {
	for _, ok := range c.factory.WaitForCacheSync(ctx.Done()) {
		if !ok {
			return false
		}
	}
	return true
}
