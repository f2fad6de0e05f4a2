// Package lifecycle starts its parts one after the other: the first is the factory, and
// the second reads.
package lifecycle

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

type part interface {
	start(ctx context.Context) error
}

type caches struct {
	factory informers.SharedInformerFactory
}

func (c caches) start(ctx context.Context) error {
	c.factory.Start(ctx.Done())
	for _, ok := range c.factory.WaitForCacheSync(ctx.Done()) {
		if !ok {
			return ctx.Err()
		}
	}
	return nil
}

type counter struct {
	pods corelisters.PodLister
	n    int
}

func (c *counter) start(context.Context) error {
	pods, err := c.pods.List(labels.Everything())
	c.n = len(pods)
	return err
}

func start(ctx context.Context, parts []part) error {
	if len(parts) == 0 {
		return nil
	}
	if err := parts[0].start(ctx); err != nil {
		return err
	}
	return start(ctx, parts[1:])
}

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	c := &counter{pods: factory.Core().V1().Pods().Lister()}
	err := start(ctx, []part{caches{factory}, c})
	return c.n, err
}
