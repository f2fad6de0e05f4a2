// Package later reads in a goroutine that waits for the manager's cache first.
package later

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// Run counts the pods while the manager runs.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	failed := make(chan error, 1)
	n := 0
	go func() {
		if !mgr.GetCache().WaitForCacheSync(ctx) {
			failed <- errors.New("not synced")
			return
		}
		var pods corev1.PodList
		err := mgr.GetClient().List(ctx, &pods)
		n = len(pods.Items)
		failed <- err
	}()
	go mgr.Start(ctx)
	err = <-failed
	return n, err
}
