// Package retried reads and writes a pod before the manager is started, again if
// somebody else has written it meanwhile.
package retried

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// Run marks a pod and then runs the manager.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	c := mgr.GetClient()
	err = retry.RetryOnConflict(retry.DefaultRetry, func() error { // want `leads to Get of Pod \(retried/main.go:25\) before the manager is started.*\(lazycache/read-before-sync\)`
		var pod corev1.Pod
		if err := c.Get(ctx, client.ObjectKey{Namespace: "shop", Name: "till"}, &pod); err != nil {
			return err
		}
		pod.Labels = map[string]string{"seen": "yes"}
		return c.Update(ctx, &pod)
	})
	if err != nil {
		return 0, err
	}
	go mgr.Start(ctx)
	return 1, nil
}
