// Package blocked waits for the manager's cache before it starts the manager.
package blocked

import (
	"context"
	"errors"

	"golang.org/x/sync/errgroup"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// ErrNotSynced says that the wait has ended before the cache was synced.
var ErrNotSynced = errors.New("not synced")

// Run counts the pods while the manager runs.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	group, ctx := errgroup.WithContext(ctx)
	n := 0
	if !mgr.GetCache().WaitForCacheSync(ctx) { // want `WaitForCacheSync before the manager is started \(.*main.go:37\): it waits for that until its context ends`
		return 0, ErrNotSynced
	}
	group.Go(func() error {
		var pods corev1.PodList
		if err := mgr.GetClient().List(ctx, &pods); err != nil {
			return err
		}
		n = len(pods.Items)
		return nil
	})
	group.Go(func() error { return mgr.Start(ctx) })
	err = group.Wait()
	return n, err
}
