// Package tasks starts its informers and its worker, and waits for nothing. Pods make
// work, which the worker takes from a queue of another package, and the work needs
// nodes.
package tasks

import (
	"context"
	"encoding/json"
	"fmt"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/syncwait/wrapped/tasks/queue"
)

type controller struct {
	nodes corelisters.NodeLister
	queue *queue.Queue
	found chan int
}

func newController(factory informers.SharedInformerFactory) (*controller, error) {
	c := &controller{nodes: factory.Core().V1().Nodes().Lister(), queue: queue.New(), found: make(chan int, 1)}
	_, err := factory.Core().V1().Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.enqueue})
	return c, err
}

func (c *controller) enqueue(obj any) {
	if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
		c.queue.Add(key)
	}
}

func (c *controller) work() {
	for {
		name, ok := c.queue.Next()
		if !ok {
			return
		}
		c.place(name)
		c.queue.Done(name)
	}
}

func (c *controller) place(name string) {
	fmt.Println(describe(map[string]string{"pod": name}))
	nodes, err := c.nodes.List(labels.Everything())
	if err != nil {
		return
	}
	select {
	case c.found <- len(nodes):
	default:
	}
}

// describe looks at what it is given, whatever that is, and waits for nobody.
func describe(what any) string {
	text, err := json.Marshal(what)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// Run counts the nodes for the first pod.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	c, err := newController(factory)
	if err != nil {
		return 0, err
	}
	defer c.queue.ShutDown()
	factory.Start(ctx.Done())
	go c.work() // want `nothing waits for the Node informer, which is started at main.go:\d+: c.work reads its store .*\(syncwait/never-awaited\)`
	select {
	case n := <-c.found:
		return n, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}
