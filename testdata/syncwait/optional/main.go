// Package optional waits for its pods, and runs an informer of nodes after that, if it is
// told to, whose nodes its worker lists at once.
package optional

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	corev1 "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// A Controller counts nodes for each pod.
type Controller struct {
	client kubernetes.Interface
	spread bool
	queue  workqueue.TypedInterface[string]
	pods   cache.SharedIndexInformer
	nodes  corev1.NodeInformer // nil if nobody asks for them
	found  chan<- int
}

// New returns a controller, which looks at nodes if it is to spread pods. It says how
// many it has found.
func New(client kubernetes.Interface, spread bool, found chan<- int) *Controller {
	c := Controller{client: client, spread: spread, found: found}
	c.queue = workqueue.NewTyped[string]()
	return &c
}

// Run runs until it is stopped.
func (c *Controller) Run(ctx context.Context) {
	defer c.queue.ShutDown()
	c.pods = corev1.NewPodInformer(c.client, "", 0, nil)
	c.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
			c.queue.Add(key)
		}
	}})
	go c.pods.Run(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), c.pods.HasSynced) {
		return
	}
	c.watchNodes(ctx) // want `nothing waits for the Node informer: the wait \(main.go:\d+\) covers only others.*\(syncwait/never-awaited\)`
	go c.work()
	<-ctx.Done()
}

func (c *Controller) watchNodes(ctx context.Context) {
	if c.mayWatch() {
		c.nodes = informers.NewSharedInformerFactory(c.client, 0).Core().V1().Nodes()
		go c.nodes.Informer().Run(ctx.Done())
	}
}

func (c *Controller) mayWatch() bool { return c.spread && c.client != nil }

func (c *Controller) work() {
	for {
		key, quit := c.queue.Get()
		if quit {
			return
		}
		c.count()
		c.queue.Done(key)
	}
}

func (c *Controller) count() {
	if c.nodes == nil {
		return
	}
	nodes, err := c.nodes.Lister().List(labels.Everything())
	if err == nil {
		c.found <- len(nodes)
	}
}
