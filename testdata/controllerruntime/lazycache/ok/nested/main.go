// Package nested reads in a goroutine that another one begins once the manager's
// cache has synced.
package nested

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

type counter struct {
	client client.Client
	cache  cache.Cache
	done   chan result
}

type result struct {
	pods int
	err  error
}

func (c *counter) run(ctx context.Context) {
	if !c.cache.WaitForCacheSync(ctx) {
		c.done <- result{0, errors.New("not synced")}
		return
	}
	go func() {
		var pods corev1.PodList
		err := c.client.List(ctx, &pods)
		c.done <- result{len(pods.Items), err}
	}()
}

// Run counts the pods and runs the manager.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	c := &counter{mgr.GetClient(), mgr.GetCache(), make(chan result, 1)}
	go c.run(ctx)
	go mgr.Start(ctx)
	r := <-c.done
	return r.pods, r.err
}
