// Package inside begins a controller before the factory: it waits by itself.
package inside

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type controller struct {
	pods   corelisters.PodLister
	synced cache.InformerSynced
	found  chan int
}

func (c *controller) run(ctx context.Context) {
	if !cache.WaitForCacheSync(ctx.Done(), c.synced) {
		return
	}
	list, _ := c.pods.List(labels.Everything())
	c.found <- len(list)
}

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	c := &controller{pods: pods.Lister(), synced: pods.Informer().HasSynced, found: make(chan int, 1)}
	go c.run(ctx)
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	return <-c.found, nil
}
