// Package requeued waits for nothing. Its worker looks up the node of each pod, and
// puts the pod back if the node is not there yet.
package requeued

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

type controller struct {
	nodes corelisters.NodeLister
	queue workqueue.TypedRateLimitingInterface[string]
	found chan int
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
	if err := c.place(); err != nil {
		c.queue.AddRateLimited(key)
		return true
	}
	c.queue.Forget(key)
	return true
}

func (c *controller) place() error {
	if _, err := c.nodes.Get("a"); err != nil {
		return err
	}
	select {
	case c.found <- 1:
	default:
	}
	return nil
}

// Run counts the node of the first pod.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	c := &controller{
		nodes: factory.Core().V1().Nodes().Lister(),
		queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()),
		found: make(chan int, 1),
	}
	if _, err := factory.Core().V1().Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.enqueue}); err != nil {
		return 0, err
	}
	factory.Start(ctx.Done())
	go c.worker()
	defer c.queue.ShutDown()
	return <-c.found, nil
}
