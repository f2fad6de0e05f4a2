// Package crew runs its informers one by one in a method, and then workers in a
// helper. Nobody waits. Pods make work, and the work needs nodes.
package crew

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
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

func (c *crew) work(workers int, stop <-chan struct{}) {
	for range workers {
		go wait.Until(c.worker, time.Second, stop)
	}
	<-stop
	c.queue.ShutDown()
}

func (c *crew) worker() {
	for c.next() {
	}
}

func (c *crew) next() bool {
	key, shutdown := c.queue.Get()
	if shutdown {
		return false
	}
	defer c.queue.Done(key)
	c.place()
	return true
}

func (c *crew) place() {
	select {
	case c.found <- len(c.nodes.GetStore().List()):
	default:
	}
}

// Run counts the nodes for the first pod.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	c, err := newCrew(client)
	if err != nil {
		return 0, err
	}
	c.watch(ctx.Done())
	go c.work(2, ctx.Done()) // want `nothing waits for the Node informer.*wait for its HasSynced first \(syncwait/never-awaited\)`
	return <-c.found, nil
}
