// Package chosen has a constructor with a case for each kind of factory, and
// nobody starts what it returns.
package chosen

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

type counter struct {
	factory informers.SharedInformerFactory
	pods    corelisters.PodLister
}

func newFactory(client kubernetes.Interface, namespaces ...string) informers.SharedInformerFactory {
	switch len(namespaces) {
	case 0:
		return informers.NewSharedInformerFactory(client, 0) // want `never started.*\(startorder/never-started\)`
	case 1:
		return informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(namespaces[0]))
	}
	return informers.NewSharedInformerFactory(client, time.Hour)
}

func newCounter(client kubernetes.Interface, namespaces ...string) *counter {
	c := &counter{factory: newFactory(client, namespaces...)}
	c.pods = c.factory.Core().V1().Pods().Lister()
	return c
}

func (c *counter) count(ctx context.Context) (int, error) {
	c.factory.WaitForCacheSync(ctx.Done())
	pods, err := c.pods.List(labels.Everything())
	return len(pods), err
}

// Run counts the pods of the shop.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	return newCounter(client, "shop").count(ctx)
}
