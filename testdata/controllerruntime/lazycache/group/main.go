// Package group reads in one goroutine of a group, and starts the manager in another.
package group

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// Run counts the pods and runs the manager.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	n := 0
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { // want `leads to List of Pod \(group/main.go:25\) in a goroutine started before the manager, .*; call GetCache\(\).WaitForCacheSync first`
		var pods corev1.PodList
		if err := mgr.GetClient().List(ctx, &pods); err != nil {
			return err
		}
		n = len(pods.Items)
		return nil
	})
	prepare()
	group.Go(func() error { return mgr.Start(ctx) })
	err = group.Wait()
	return n, err
}

// prepare takes its time, as the set-up of controllers does.
func prepare() { time.Sleep(100 * time.Millisecond) }
