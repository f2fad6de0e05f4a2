// Package polling asks HasSynced by itself instead of waiting for the factory.
package polling

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/informers"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

type clients struct {
	nodes, pods interface {
		Informer() cache.SharedIndexInformer
	}
	services coreinformers.ServiceInformer
}

func (c *clients) run(ctx context.Context) {
	go c.nodes.Informer().Run(ctx.Done())
	go c.pods.Informer().Run(ctx.Done())
	go c.services.Informer().Run(ctx.Done())
}

func (c *clients) wait(ctx context.Context) error {
	for !c.nodes.Informer().HasSynced() || !c.pods.Informer().HasSynced() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return wait.PollUntilContextCancel(ctx, time.Second, true, func(context.Context) (bool, error) {
		return c.services.Informer().HasSynced(), nil
	})
}

// Run counts the services.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	core := informers.NewSharedInformerFactory(client, 0).Core().V1()
	c := &clients{nodes: core.Nodes(), pods: core.Pods(), services: core.Services()}
	c.run(ctx)
	if err := c.wait(ctx); err != nil {
		return 0, err
	}
	services, err := c.services.Lister().List(labels.Everything())
	return len(services), err
}
