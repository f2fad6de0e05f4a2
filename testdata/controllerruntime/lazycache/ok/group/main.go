// Package group reads in one goroutine of a group, which waits for the cache of the
// manager that another one starts.
package group

import (
	"context"
	"errors"

	"golang.org/x/sync/errgroup"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// Run counts the pods while the manager runs.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	n := 0
	var group errgroup.Group
	group.Go(func() error {
		defer cancel()
		if !mgr.GetCache().WaitForCacheSync(ctx) {
			return errors.New("not synced")
		}
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
