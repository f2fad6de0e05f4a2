// Package once starts its informer, and reads it in a goroutine. Nothing waits.
package once

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

type counter struct {
	nodes corelisters.NodeLister
	found chan int
}

func (c *counter) count() {
	if nodes, err := c.nodes.List(labels.Everything()); err == nil {
		c.found <- len(nodes)
	}
}

// Run counts the nodes.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	c := &counter{nodes: factory.Core().V1().Nodes().Lister(), found: make(chan int, 1)}
	factory.Start(ctx.Done())
	go c.count() // want `nothing waits for the Node informer.*\(syncwait/never-awaited\)`
	select {
	case n := <-c.found:
		return n, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}
