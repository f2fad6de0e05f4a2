// Package ownwork waits for its pods. Its nodes it takes one by one, as their own
// handler tells of them.
package ownwork

import (
	"context"
	"errors"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

type controller struct {
	nodes corelisters.NodeLister
	queue workqueue.TypedInterface[string]
	found chan int
}

func (c *controller) enqueue(obj any) {
	if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
		c.queue.Add(key)
	}
}

func (c *controller) work() {
	key, shutdown := c.queue.Get()
	if shutdown {
		return
	}
	defer c.queue.Done(key)
	if node, err := c.nodes.Get(key); err == nil && node != nil {
		c.found <- 1
	}
}

// Run counts the first node that it hears of.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods, nodes := factory.Core().V1().Pods().Informer(), factory.Core().V1().Nodes()
	c := &controller{nodes: nodes.Lister(), queue: workqueue.NewTyped[string](), found: make(chan int, 1)}
	defer c.queue.ShutDown()
	if _, err := pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(any) {}}); err != nil {
		return 0, err
	}
	if _, err := nodes.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.enqueue}); err != nil {
		return 0, err
	}
	go pods.Run(ctx.Done())
	go nodes.Informer().Run(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), pods.HasSynced) {
		return 0, errors.New("not synced")
	}
	go c.work()
	return <-c.found, nil
}
