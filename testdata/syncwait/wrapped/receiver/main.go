// Package receiver makes its informers where it runs them, and keeps them in its
// receiver. One of them is begun after the wait for the other, and nothing waits for it.
package receiver

import (
	"context"
	"errors"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// A Controller counts nodes.
type Controller struct {
	client  kubernetes.Interface
	factory informers.SharedInformerFactory
	pods    cache.SharedIndexInformer
	nodes   cache.SharedIndexInformer
	found   chan int
}

// New returns a controller that has no informers yet.
func New(client kubernetes.Interface) *Controller {
	return &Controller{client: client, found: make(chan int, 1)}
}

// Count counts the nodes, if there is a pod.
func (c *Controller) Count(ctx context.Context) (int, error) {
	c.factory = informers.NewSharedInformerFactory(c.client, 0)
	c.pods = c.factory.Core().V1().Pods().Informer()
	go c.pods.Run(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), c.pods.HasSynced) {
		return 0, errors.New("not synced")
	}
	c.watchNodes(ctx) // want `nothing waits for the Node informer: the wait \(main.go:\d+\) covers only others.*\(syncwait/never-awaited\)`
	go c.count()
	select {
	case n := <-c.found:
		return n, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

func (c *Controller) watchNodes(ctx context.Context) {
	c.nodes = c.factory.Core().V1().Nodes().Informer()
	go c.nodes.Run(ctx.Done())
}

func (c *Controller) count() {
	if len(c.pods.GetStore().List()) > 0 {
		c.found <- len(c.nodes.GetStore().List())
	} else {
		c.found <- 0
	}
}
