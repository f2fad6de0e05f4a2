// Package crowded has a program with more than ten thousand calls. Somewhere
// in them a function value starts the factory again: it came into a hidden field
// before the work began.
package crowded

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
)

type controller struct {
	nodes listers.NodeLister
	begin func(stop <-chan struct{})
	begun bool
}

// Run starts what is there, and what comes later where it is needed.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Start(ctx.Done())
	c := &controller{nodes: factory.Core().V1().Nodes().Lister()}
	c.begin = func(stop <-chan struct{}) { factory.Start(stop) }
	c.deployments(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	nodes, err := c.nodes.List(labels.Everything())
	return len(nodes), err
}

func (c *controller) deployments(stop <-chan struct{}) {
	c.replicaSets(stop)
	c.replicaSets(stop)
	c.replicaSets(stop)
	c.replicaSets(stop)
}

func (c *controller) replicaSets(stop <-chan struct{}) {
	c.pods(stop)
	c.pods(stop)
	c.pods(stop)
	c.pods(stop)
}

func (c *controller) pods(stop <-chan struct{}) {
	c.containers(stop)
	c.containers(stop)
	c.containers(stop)
	c.containers(stop)
}

func (c *controller) containers(stop <-chan struct{}) {
	c.volumes(stop)
	c.volumes(stop)
	c.volumes(stop)
	c.volumes(stop)
}

func (c *controller) volumes(stop <-chan struct{}) {
	c.attachments(stop)
	c.attachments(stop)
	c.attachments(stop)
	c.attachments(stop)
}

func (c *controller) attachments(stop <-chan struct{}) {
	c.hosts(stop)
	c.hosts(stop)
	c.hosts(stop)
	c.hosts(stop)
}

func (c *controller) hosts(stop <-chan struct{}) {
	c.host(stop)
	c.host(stop)
	c.host(stop)
	c.host(stop)
}

func (c *controller) host(stop <-chan struct{}) {
	if !c.begun {
		c.begun = true
		c.begin(stop)
	}
}
