// Package library takes informers and factories from its importers, waits for
// them and starts none: that is the importers' business.
package library

import (
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// A Controller calls sync once its caches are filled.
type Controller struct {
	factory informers.SharedInformerFactory
	pods    corelisters.PodLister
	synced  []cache.InformerSynced
	sync    func(context.Context) error
}

// New returns a controller.
func New(factory informers.SharedInformerFactory, sync func(context.Context) error) *Controller {
	pods := factory.Core().V1().Pods()
	return &Controller{
		factory: factory,
		pods:    pods.Lister(),
		synced:  []cache.InformerSynced{pods.Informer().HasSynced},
		sync:    sync,
	}
}

// WithInformers makes the controller wait for more informers.
func (c *Controller) WithInformers(informers ...cache.SharedIndexInformer) *Controller {
	for _, informer := range informers {
		c.synced = append(c.synced, informer.HasSynced)
	}
	return c
}

// WithSecrets makes the controller wait for secrets.
func (c *Controller) WithSecrets() *Controller {
	return c.WithInformers(c.factory.Core().V1().Secrets().Informer())
}

// Run waits and works.
func (c *Controller) Run(ctx context.Context) error {
	if !cache.WaitForCacheSync(ctx.Done(), c.synced...) {
		return errors.New("caches did not sync")
	}
	if pods, err := c.pods.List(labels.Everything()); err != nil || len(pods) == 0 {
		return err
	}
	return c.sync(ctx)
}
