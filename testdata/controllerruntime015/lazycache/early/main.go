// Package early reads with the manager's client before the manager starts.
package early

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Run counts the pods and then runs the manager.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{
		MetricsBindAddress: "0",
		LeaderElection:     false,
	})
	if err != nil {
		return 0, err
	}
	var pods corev1.PodList
	if err := mgr.GetClient().List(ctx, &pods, client.InNamespace("shop")); err != nil { // want `List of Pod before the manager is started: the read fails, since its cache is not started; read with GetAPIReader\(\), or after Start \(lazycache/read-before-sync\)`
		return 0, err
	}
	return len(pods.Items), mgr.Start(ctx)
}
