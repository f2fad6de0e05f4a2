// Package parts has a constructor for each part of a controller. What a
// constructor makes, it starts by a function in a hidden field of the structure
// that it returns by value.
package parts

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type startFunc func(stop <-chan struct{})

type part struct {
	count  func() (int, error)
	start  startFunc
	synced cache.InformerSynced
}

type counter struct {
	pods listers.PodLister
}

func (c *counter) count() (int, error) {
	pods, err := c.pods.List(labels.Everything())
	return len(pods), err
}

func newPods(client kubernetes.Interface) part {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	c := &counter{pods: pods.Lister()}
	return part{
		count:  c.count,
		start:  func(stop <-chan struct{}) { factory.Start(stop) },
		synced: pods.Informer().HasSynced,
	}
}

func newNothing(kubernetes.Interface) part {
	return part{count: func() (int, error) { return 0, nil }}
}

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	total := 0
	for _, construct := range []func(kubernetes.Interface) part{newPods, newNothing} {
		p := construct(client)
		if p.start != nil {
			p.start(ctx.Done())
			cache.WaitForCacheSync(ctx.Done(), p.synced)
		}
		n, err := p.count()
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}
