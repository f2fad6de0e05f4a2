// Package controllerfirst runs its controller, in a goroutine, before it starts
// the factory: the controller waits for its caches before it works.
package controllerfirst

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type controller struct {
	secrets      corelisters.SecretLister
	preRunCaches []cache.InformerSynced
	counted      chan int
}

func newController(factory informers.SharedInformerFactory) *controller {
	secrets, maps := factory.Core().V1().Secrets(), factory.Core().V1().ConfigMaps()
	c := &controller{secrets: secrets.Lister(), counted: make(chan int, 1)}
	c.preRunCaches = append(c.preRunCaches, secrets.Informer().HasSynced, maps.Informer().HasSynced)
	return c
}

func (c *controller) run(ctx context.Context) {
	if !cache.WaitForCacheSync(ctx.Done(), c.preRunCaches...) {
		return
	}
	secrets, err := c.secrets.List(labels.Everything())
	if err != nil {
		return
	}
	c.counted <- len(secrets)
}

// Run counts the secrets.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	c := newController(factory)
	go c.run(ctx)
	go factory.Start(ctx.Done())

	select {
	case count := <-c.counted:
		return count, nil
	case <-ctx.Done():
		return 0, fmt.Errorf("secrets: %w", ctx.Err())
	}
}
