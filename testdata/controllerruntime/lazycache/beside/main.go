// Package beside reads in a goroutine that begins before the manager is
// started, and does not wait for it.
package beside

import (
	"context"
	"time"

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
	failed := make(chan error, 1)
	go func() { // want `leads to List of Pod \(beside/main.go:24\) in a goroutine started before the manager, .*; call GetCache\(\).WaitForCacheSync first`
		var pods corev1.PodList
		failed <- mgr.GetClient().List(ctx, &pods)
	}()
	prepare()
	go mgr.Start(ctx)
	return 0, <-failed
}

// prepare takes its time, as the set-up of controllers does.
func prepare() { time.Sleep(100 * time.Millisecond) }
