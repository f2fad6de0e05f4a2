// Package crowded is a small controller with much to do: its program has more than
// ten thousand calls once all of them are told apart, and what matters is in the
// first lines.
package crowded

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
)

// A controller tells what it does to whoever listens. With nothing to do it does
// nothing.
type controller struct {
	nodes listers.NodeLister
	todo  []string
	event func(reason string)
}

// Run counts nodes, after all the work.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Start(ctx.Done()) // want `factory.Start runs before factory.Core\(\).V1\(\).Nodes\(\).Lister\(\) registers the Node informer.*\(startorder/late-registration\)`
	events := 0
	c := &controller{
		nodes: factory.Core().V1().Nodes().Lister(),
		event: func(string) { events++ },
	}
	factory.WaitForCacheSync(ctx.Done())
	c.deployments()
	nodes, err := c.nodes.List(labels.Everything())
	return len(nodes), err
}

func (c *controller) deployments() {
	if len(c.todo) == 0 {
		return
	}
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
	if _, err := c.nodes.Get(name); err != nil {
		c.event("Missing")
	}
}
