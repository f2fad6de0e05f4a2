// Package flag reads before Start if it is told to.
package flag

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// Run counts the pods.
func Run(ctx context.Context, config *rest.Config) (int, error) { return run(ctx, config, true) }

func run(ctx context.Context, config *rest.Config, counted bool) (n int, err error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	if counted {
		if n, err = count(ctx, mgr.GetClient()); err != nil { // want `leads to List of Pod .* before the manager is started.*\(lazycache/read-before-sync\)`
			return 0, err
		}
	}
	return n, mgr.Start(ctx)
}

func count(ctx context.Context, c client.Reader) (int, error) {
	var pods corev1.PodList
	err := c.List(ctx, &pods)
	return len(pods.Items), err
}
