// Package apireader reads from the API server before Start.
package apireader

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
)

// Run counts the pods and then runs the manager.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{MetricsBindAddress: "0"})
	if err != nil {
		return 0, err
	}
	var pods corev1.PodList
	if err := mgr.GetAPIReader().List(ctx, &pods); err != nil {
		return 0, err
	}
	go mgr.Start(ctx)
	return len(pods.Items), nil
}
