// Package forgotten has a HasSynced that leaves out one of the informers that its
// worker reads.
package forgotten

import (
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

type controller struct {
	pods  cache.SharedIndexInformer
	nodes coreinformers.NodeInformer
	queue workqueue.TypedInterface[string]
	found chan int
}

func newController(client kubernetes.Interface) (*controller, error) {
	c := &controller{
		pods:  informers.NewSharedInformerFactory(client, 0).Core().V1().Pods().Informer(),
		nodes: informers.NewSharedInformerFactory(client, 0).Core().V1().Nodes(),
		queue: workqueue.NewTyped[string](),
		found: make(chan int, 1),
	}
	_, err := c.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
			c.queue.Add(key)
		}
	}})
	return c, err
}

func (c *controller) synced() bool { return c.pods.HasSynced() }

func (c *controller) work() {
	key, shutdown := c.queue.Get()
	if shutdown {
		return
	}
	defer c.queue.Done(key)
	c.place()
}

func (c *controller) place() {
	nodes, err := c.nodes.Lister().List(labels.Everything())
	if err == nil {
		c.found <- len(nodes)
	}
}

func (c *controller) run(ctx context.Context) error {
	defer c.queue.ShutDown()
	go c.pods.Run(ctx.Done())
	go c.nodes.Informer().Run(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), c.synced) { // want `nothing waits for the Node informer.*\(syncwait/never-awaited\)`
		return errors.New("not synced")
	}
	go c.work()
	<-ctx.Done()
	return nil
}

// Run counts the nodes when the first pod is there.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	c, err := newController(client)
	if err != nil {
		return 0, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go c.run(ctx)
	select {
	case n := <-c.found:
		return n, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}
