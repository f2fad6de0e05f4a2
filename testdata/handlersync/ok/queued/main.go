// Package queued has a handler that only adds to a queue.
package queued

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// A Controller works on pods.
type Controller struct {
	informer cache.SharedIndexInformer
	lister   corelisters.PodLister
	queue    workqueue.TypedRateLimitingInterface[string]
}

// NewController makes a controller.
func NewController(factory informers.SharedInformerFactory) *Controller {
	c := &Controller{
		informer: factory.Core().V1().Pods().Informer(),
		lister:   factory.Core().V1().Pods().Lister(),
		queue:    workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()),
	}
	c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
			c.queue.Add(key)
		}
	}})
	return c
}

// HasSynced reports whether the store has what exists.
func (c *Controller) HasSynced() bool { return c.informer.HasSynced() }

// Next returns the next pod to be worked on.
func (c *Controller) Next() (string, bool) {
	key, shutdown := c.queue.Get()
	if shutdown {
		return "", false
	}
	defer c.queue.Done(key)
	_, name, _ := cache.SplitMetaNamespaceKey(key)
	pod, err := c.lister.Pods("shop").Get(name)
	return key, err == nil && pod != nil
}

// Run counts the pods that are queued.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	controller := NewController(factory)
	defer controller.queue.ShutDown()
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), controller.HasSynced) {
		return 0, ctx.Err()
	}
	if _, ok := controller.Next(); ok {
		return 1, nil
	}
	return 0, nil
}
