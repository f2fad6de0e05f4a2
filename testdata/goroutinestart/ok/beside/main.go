// Package beside starts its factory in a goroutine, beside the factory's wait. That one
// may be empty; whoever reads waits for the informer itself, in a goroutine of its own.
package beside

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type controller struct {
	pods   listers.PodLister
	synced cache.InformerSynced
	counts chan int
}

func (c *controller) run(ctx context.Context) {
	if !cache.WaitForCacheSync(ctx.Done(), c.synced) {
		c.counts <- 0
		return
	}
	list, _ := c.pods.List(labels.Everything())
	c.counts <- len(list)
}

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	c := &controller{pods: pods.Lister(), synced: pods.Informer().HasSynced, counts: make(chan int, 1)}

	go c.run(ctx)
	go factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	return <-c.counts, nil
}
