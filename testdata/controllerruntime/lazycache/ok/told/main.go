// Package told has a helper that reads only if it is told that the manager runs.
package told

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// Run counts the pods.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	if _, err := report(ctx, mgr, false); err != nil {
		return 0, err
	}
	go func() {
		if err := mgr.Start(ctx); err != nil {
			panic(err)
		}
	}()
	if !mgr.GetCache().WaitForCacheSync(ctx) {
		return 0, errors.New("not synced")
	}
	return report(ctx, mgr, true)
}

func report(ctx context.Context, mgr manager.Manager, running bool) (int, error) {
	if !running {
		return 0, nil
	}
	var pods corev1.PodList
	err := mgr.GetClient().List(ctx, &pods)
	return len(pods.Items), err
}
