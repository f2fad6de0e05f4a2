// Package injected starts a cache of its own, and gives it to the manager in a wrapper that is not started again.
package injected

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
)

// Run counts the pods before the manager runs.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	shared, err := cache.New(config, cache.Options{})
	if err != nil {
		return 0, err
	}
	go func() {
		if err := shared.Start(ctx); err != nil {
			panic(err)
		}
	}()
	if !shared.WaitForCacheSync(ctx) {
		return 0, errors.New("not synced")
	}
	mgr, err := ctrl.NewManager(config, ctrl.Options{
		MetricsBindAddress: "0",
		NewCache:           func(*rest.Config, cache.Options) (cache.Cache, error) { return started{shared}, nil },
	})
	if err != nil {
		return 0, err
	}
	var pods corev1.PodList
	if err := mgr.GetClient().List(ctx, &pods); err != nil {
		return 0, err
	}
	go mgr.Start(ctx)
	return len(pods.Items), nil
}

// started is a cache that somebody else starts.
type started struct{ cache.Cache }

// Start waits.
func (started) Start(ctx context.Context) error {
	<-ctx.Done()
	return nil
}
