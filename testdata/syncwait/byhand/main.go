// Package byhand runs an informer itself, and waits with its factory, which has
// started nothing.
package byhand

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

type counter struct {
	factory informers.SharedInformerFactory
	pods    cache.SharedIndexInformer
	n       int
}

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	c := &counter{factory: informers.NewSharedInformerFactory(client, 0)}
	c.pods = c.factory.Core().V1().Pods().Informer()
	err := c.count(ctx)
	return c.n, err
}

func (c *counter) count(ctx context.Context) error {
	go c.pods.Run(ctx.Done())
	c.factory.WaitForCacheSync(ctx.Done()) // want `nothing waits for the Pod informer: the wait \(main.go:31\) covers only what the factory has started, which is nothing, .* wait for its HasSynced \(syncwait/never-awaited\)`
	for _, obj := range c.pods.GetStore().List() {
		if _, ok := obj.(*corev1.Pod); !ok {
			return errors.New("not a pod")
		}
		c.n++
	}
	return nil
}
