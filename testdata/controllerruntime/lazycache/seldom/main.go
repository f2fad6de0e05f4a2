// Package seldom reads in a goroutine that begins before the manager is started, and
// again an hour later.
package seldom

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// Run counts the pods once, while the manager runs.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	counted, failed := make(chan int, 1), make(chan error, 1)
	go func() { // want `leads to List of Pod \(seldom/main.go:27\) in a goroutine started before the manager, .*; call GetCache\(\).WaitForCacheSync first`
		ticker := time.NewTicker(time.Hour)
		defer ticker.Stop()
		for {
			var pods corev1.PodList
			if err := mgr.GetClient().List(ctx, &pods); err != nil {
				failed <- err
			} else {
				counted <- len(pods.Items)
			}
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
			}
		}
	}()
	prepare()
	go mgr.Start(ctx)
	select {
	case n := <-counted:
		return n, nil
	case err := <-failed:
		return 0, err
	}
}

// prepare takes its time, as the set-up of controllers does.
func prepare() { time.Sleep(100 * time.Millisecond) }
