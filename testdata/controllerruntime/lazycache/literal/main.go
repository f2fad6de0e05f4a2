// Package literal reads before Start in a function literal that a helper runs.
package literal

import (
	"context"

	corev1 "k8s.io/api/core/v1"
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
	if err := attempt(func() error { return mgr.GetClient().List(ctx, &pods) }); err != nil { // want `this call leads to List of Pod \(literal/main.go:20\) before the manager is started.*\(lazycache/read-before-sync\)`
		return 0, err
	}
	go mgr.Start(ctx)
	return len(pods.Items), nil
}

func attempt(do func() error) error {
	if err := do(); err != nil {
		return err
	}
	return nil
}
