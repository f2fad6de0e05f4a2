// Package timed reads before Start in a function literal that a helper runs.
package timed

import (
	"context"
	"time"

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
	if err := timed(func() error { return mgr.GetClient().List(ctx, &pods) }); err != nil { // want `this call leads to List of Pod \(timed/main.go:21\) before the manager is started.*\(lazycache/read-before-sync\)`
		return 0, err
	}
	go mgr.Start(ctx)
	return len(pods.Items), nil
}

var took time.Duration

func timed(do func() error) error {
	start := time.Now()
	err := do()
	took = time.Since(start)
	return err
}
