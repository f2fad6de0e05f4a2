// Package healing runs two informers side by side. What the one tells its handler
// is looked up in the store of the other, whose own Add handler counts again.
package healing

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

type controller struct {
	pods, nodes cache.SharedIndexInformer
	found       chan int
}

func newController(client kubernetes.Interface) (*controller, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	c := &controller{
		pods:  factory.Core().V1().Pods().Informer(),
		nodes: factory.Core().V1().Nodes().Informer(),
		found: make(chan int, 8),
	}
	if _, err := c.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.added}); err != nil {
		return nil, err
	}
	_, err := c.nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.added})
	return c, err
}

func (c *controller) added(any) {
	if n := len(c.nodes.GetStore().List()); n > 0 {
		c.found <- n
	}
}

func (c *controller) run(ctx context.Context) {
	go c.nodes.Run(ctx.Done())
	go c.pods.Run(ctx.Done())
}

// Run counts the nodes when the first pod is there.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	c, err := newController(client)
	if err != nil {
		return 0, err
	}
	c.run(ctx)
	select {
	case n := <-c.found:
		return n, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}
