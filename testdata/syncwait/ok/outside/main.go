// Package outside gets a factory that somebody has started and awaited, and starts it again.
package outside

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

type counter struct {
	factory informers.SharedInformerFactory
}

// NewCounter counts with a factory of its caller.
func NewCounter(factory informers.SharedInformerFactory) *counter { return &counter{factory} }

// Count counts the pods.
func (c *counter) Count(ctx context.Context) (int, error) {
	lister := c.factory.Core().V1().Pods().Lister()
	c.factory.Start(ctx.Done())
	list, err := lister.List(labels.Everything())
	return len(list), err
}

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Core().V1().Pods().Informer()
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	return NewCounter(factory).Count(ctx)
}
