// Package watched waits for nothing. Pods and nodes make work, and the work needs
// nodes: the handler that logs that one has come has it done again.
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

func (c *controller) enqueue(any) { c.queue.Add("all") }

func (c *controller) addNode(obj any) {
	if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
		log.Printf("node %s", key)
	}
	c.enqueue(obj)
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
	if nodes, err := c.nodes.List(labels.Everything()); err == nil && len(nodes) > 0 {
		select {
		case c.found <- len(nodes):
		default:
		}
	}
	return true
}

// Run counts the nodes.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	c := &controller{
		nodes: factory.Core().V1().Nodes().Lister(),
		queue: workqueue.NewTyped[string](),
		found: make(chan int, 1),
	}
	if _, err := factory.Core().V1().Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.enqueue}); err != nil {
		return 0, err
	}
	if _, err := factory.Core().V1().Nodes().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.addNode}); err != nil {
		return 0, err
	}
	factory.Start(ctx.Done())
	go c.worker()
	defer c.queue.ShutDown()
	select {
	case n := <-c.found:
		return n, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}
