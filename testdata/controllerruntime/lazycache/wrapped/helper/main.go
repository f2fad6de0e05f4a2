// Package helper gives the manager's client to a function of another package
// that reads, before the manager starts.
package helper

import (
	"context"
	"fmt"

	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"

	"example.com/controllerruntime/lazycache/wrapped/helper/warm"
)

// Run counts the pods and then runs the manager.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	n, err := prepare(ctx, mgr) // want `this call leads to Get of Pod \(warm/warm.go:14\) before the manager is started: .*\(lazycache/read-before-sync\)`
	if err != nil {
		return 0, fmt.Errorf("preparing: %w", err)
	}
	return n, mgr.Start(ctx)
}

func prepare(ctx context.Context, mgr ctrl.Manager) (int, error) {
	if err := mgr.AddHealthzCheck("ping", nil); err != nil {
		return 0, err
	}
	return warm.Up(ctx, mgr.GetClient())
}
