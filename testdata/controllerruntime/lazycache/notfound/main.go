// Package notfound asks the API server once more, but not for what a cache says that
// is not started.
package notfound

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// Run counts the pods and then runs the manager.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	var pods corev1.PodList
	if err := mgr.GetClient().List(ctx, &pods); apierrors.IsNotFound(err) { // want `List of Pod before the manager is started: the read fails, since its cache is not started; read with GetAPIReader\(\), or after Start \(lazycache/read-before-sync\)`
		if err := mgr.GetAPIReader().List(ctx, &pods); err != nil {
			return 0, err
		}
	} else if err != nil {
		return 0, err
	}
	return len(pods.Items), mgr.Start(ctx)
}
