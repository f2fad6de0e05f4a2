// Package queue begins its worker before the wait. Pods make work, and the work
// needs nodes.
package queue

import (
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

type controller struct {
	nodes  corelisters.NodeLister
	synced cache.InformerSynced
	queue  workqueue.TypedInterface[string]
	found  chan int
}

func (c *controller) enqueue(obj any) {
	if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
		c.queue.Add(key)
	}
}

func (c *controller) worker() {
	for c.next() {
	}
}

func (c *controller) next() bool {
	key, shutdown := c.queue.Get()
	if shutdown {
		return false
	}
	defer c.queue.Done(key)
	c.place()
	return true
}

func (c *controller) place() {
	nodes, err := c.nodes.List(labels.Everything())
	if err == nil {
		c.found <- len(nodes)
	}
}

func (c *controller) run(ctx context.Context) error {
	go c.worker() // want `\(syncwait/worker-before-wait\)`
	if !cache.WaitForCacheSync(ctx.Done(), c.synced) {
		return errors.New("not synced")
	}
	return nil
}

// Run counts the nodes for the first pod. The nodes come when the pods are there.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods, nodes := factory.Core().V1().Pods().Informer(), factory.Core().V1().Nodes()
	c := &controller{
		nodes:  nodes.Lister(),
		synced: nodes.Informer().HasSynced,
		queue:  workqueue.NewTyped[string](),
		found:  make(chan int, 1),
	}
	defer c.queue.ShutDown()
	if _, err := pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.enqueue}); err != nil {
		return 0, err
	}
	go pods.Run(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), pods.HasSynced) {
		return 0, errors.New("not synced")
	}
	go nodes.Informer().Run(ctx.Done())
	if err := c.run(ctx); err != nil {
		return 0, err
	}
	return <-c.found, nil
}
