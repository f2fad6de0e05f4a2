// Package watched starts its informers and its worker, and waits for nothing. Pods
// make work, and the work needs nodes, of which a handler only logs that they come.
package watched

import (
	"context"
	"log"

	"k8s.io/apimachinery/pkg/labels"
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

func newController(factory informers.SharedInformerFactory) (*controller, error) {
	c := &controller{
		nodes: factory.Core().V1().Nodes().Lister(),
		queue: workqueue.NewTyped[string](),
		found: make(chan int, 1),
	}
	if _, err := factory.Core().V1().Nodes().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: logNode}); err != nil {
		return nil, err
	}
	_, err := factory.Core().V1().Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.enqueue})
	return c, err
}

func logNode(obj any) {
	if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
		log.Printf("node %s", key)
	}
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
	c.place()
}

func (c *controller) place() {
	nodes, err := c.nodes.List(labels.Everything())
	if err == nil {
		c.found <- len(nodes)
	}
}

// Run counts the nodes for the first pod.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	c, err := newController(factory)
	if err != nil {
		return 0, err
	}
	defer c.queue.ShutDown()
	factory.Start(ctx.Done())
	go c.work() // want `nothing waits for the Node informer, which is started at main.go:\d+: c.work reads its store .*\(syncwait/never-awaited\)`
	select {
	case n := <-c.found:
		return n, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}
