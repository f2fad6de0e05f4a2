// Package elected reads in a goroutine that waits for the manager.
package elected

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// Run counts the pods once the manager runs.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	n := 0
	failed := make(chan error, 1)
	go func() {
		defer cancel()
		<-mgr.Elected()
		var pods corev1.PodList
		failed <- mgr.GetClient().List(ctx, &pods)
		n = len(pods.Items)
	}()
	if err := mgr.Start(ctx); err != nil {
		return 0, err
	}
	return n, <-failed
}
