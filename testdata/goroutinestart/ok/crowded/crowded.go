// Package crowded starts its factory in a goroutine, and waits for that at the end
// of more than ten thousand calls.
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
	begun chan struct{}
	event func(reason string)
}

// Run waits for the caches after the start.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	events := 0
	c := &controller{
		nodes: factory.Core().V1().Nodes().Lister(),
		begun: make(chan struct{}),
		event: func(string) { events++ },
	}
	go func() {
		factory.Start(ctx.Done())
		c.tell()
	}()
	c.deployments()
	factory.WaitForCacheSync(ctx.Done())
	nodes, err := c.nodes.List(labels.Everything())
	return len(nodes), err
}

func (c *controller) tell() { close(c.begun) }

func (c *controller) deployments() {
	c.replicaSets()
	c.replicaSets()
	c.replicaSets()
	c.replicaSets()
}

func (c *controller) replicaSets() {
	c.pods()
	c.pods()
	c.pods()
	c.pods()
}

func (c *controller) pods() {
	c.containers()
	c.containers()
	c.containers()
	c.containers()
}

func (c *controller) containers() {
	c.volumes()
	c.volumes()
	c.volumes()
	c.volumes()
}

func (c *controller) volumes() {
	c.attachments()
	c.attachments()
	c.attachments()
	c.attachments()
}

func (c *controller) attachments() {
	c.hosts()
	c.hosts()
	c.hosts()
	c.hosts()
}

func (c *controller) hosts() {
	c.host("first")
	c.host("second")
	c.host("third")
	c.host("fourth")
}

func (c *controller) host(name string) {
	<-c.begun
	c.event(name)
}
