// Package crew runs its informers one by one in a method, and begins a worker in a
// helper. Nobody waits. Pods make work, and the work needs nodes.
package crew

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

type crew struct {
	pods, nodes cache.SharedIndexInformer
	queue       workqueue.TypedInterface[string]
	found       chan int
}

func newCrew(client kubernetes.Interface) (*crew, error) {
	core := informers.NewSharedInformerFactory(client, 0).Core().V1()
	c := &crew{
		pods:  core.Pods().Informer(),
		nodes: core.Nodes().Informer(),
		queue: workqueue.NewTyped[string](),
		found: make(chan int, 1),
	}
	_, err := c.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.enqueue})
	return c, err
}

func (c *crew) enqueue(obj any) {
	if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
		c.queue.Add(key)
	}
}

func (c *crew) watch(stop <-chan struct{}) {
	go c.pods.Run(stop)
	go c.nodes.Run(stop)
}

func (c *crew) begin() { go c.work() }

func (c *crew) work() {
	key, shutdown := c.queue.Get()
	if shutdown {
		return
	}
	defer c.queue.Done(key)
	c.place()
}

func (c *crew) place() {
	c.found <- len(c.nodes.GetStore().List())
}

// Run counts the nodes for the first pod.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	c, err := newCrew(client)
	if err != nil {
		return 0, err
	}
	defer c.queue.ShutDown()
	c.watch(ctx.Done())
	c.begin() // want `nothing waits for the Node informer.*wait for its HasSynced first \(syncwait/never-awaited\)`
	select {
	case n := <-c.found:
		return n, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}
