// Package gatedqueue begins its worker before the wait; the queue, which is of another
// package, gives nothing away before it is over.
package gatedqueue

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/syncwait/ok/gatedqueue/queue"
)

type controller struct {
	nodes corelisters.NodeLister
	queue *queue.Queue
	found chan int
}

func (c *controller) enqueue(obj any) {
	if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
		c.queue.Add(key)
	}
}

func (c *controller) work() {
	for {
		if _, ok := c.queue.Next(); !ok {
			return
		}
		nodes, err := c.nodes.List(labels.Everything())
		if err != nil {
			continue
		}
		select {
		case c.found <- len(nodes):
		default:
		}
	}
}

// Run counts the nodes for the first pod.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	c := &controller{nodes: factory.Core().V1().Nodes().Lister(), queue: queue.New(), found: make(chan int, 1)}
	if _, err := factory.Core().V1().Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.enqueue}); err != nil {
		return 0, err
	}
	defer c.queue.ShutDown()
	factory.Start(ctx.Done())
	go c.work()
	factory.WaitForCacheSync(ctx.Done())
	c.queue.Open()
	select {
	case n := <-c.found:
		return n, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}
