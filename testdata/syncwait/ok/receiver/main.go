// Package receiver keeps its informers in its receiver. One is made only if there is none
// yet, by a method that is called until it has found something; another is exchanged for
// one that somebody else runs and has awaited.
package receiver

import (
	"context"
	"errors"
	"time"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// A Counter counts objects.
type Counter struct {
	client kubernetes.Interface
	shared cache.SharedIndexInformer
	nodes  cache.SharedIndexInformer
	pods   cache.SharedIndexInformer
}

// New returns a counter that uses a shared informer of pods.
func New(client kubernetes.Interface, shared cache.SharedIndexInformer) *Counter {
	return &Counter{client: client, shared: shared}
}

// Nodes counts the nodes that it knows.
func (c *Counter) Nodes(ctx context.Context) int {
	if c.nodes != nil {
		return len(c.nodes.GetStore().List())
	}
	c.nodes = informers.NewSharedInformerFactory(c.client, 0).Core().V1().Nodes().Informer()
	go c.nodes.Run(ctx.Done())
	return len(c.nodes.GetStore().List())
}

func (c *Counter) share() {
	if c.shared != nil {
		c.pods = c.shared
	}
}

// Pods counts the pods.
func (c *Counter) Pods(ctx context.Context) int {
	c.pods = informers.NewSharedInformerFactory(c.client, 0).Core().V1().Pods().Informer()
	go c.pods.Run(ctx.Done())
	c.share()
	return len(c.pods.GetStore().List())
}

var counters = map[string]func(kubernetes.Interface, cache.SharedIndexInformer) *Counter{"all": New}

// Run counts the nodes, if there is a pod.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	pods := informers.NewSharedInformerFactory(client, 0).Core().V1().Pods().Informer()
	go pods.Run(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), pods.HasSynced) {
		return 0, errors.New("not synced")
	}
	c := counters["all"](client, pods)
	if c.Pods(ctx) == 0 {
		return 0, nil
	}
	for ctx.Err() == nil {
		if n := c.Nodes(ctx); n > 0 {
			return n, nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return 0, ctx.Err()
}
