// Package waits starts the manager in a goroutine, waits, and reads.
package waits

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
)

// Run counts the pods.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{MetricsBindAddress: "0"})
	if err != nil {
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
	var pods corev1.PodList
	if err := mgr.GetClient().List(ctx, &pods); err != nil {
		return 0, err
	}
	return len(pods.Items), nil
}
