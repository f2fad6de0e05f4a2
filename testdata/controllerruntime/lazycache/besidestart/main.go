// Package besidestart reads as soon as a goroutine has begun to start the manager.
package besidestart

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// Run counts the pods while the manager runs.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	failed := make(chan error, 1)
	go func() { failed <- mgr.Start(ctx) }()
	var pods corev1.PodList
	if err := mgr.GetClient().List(ctx, &pods); err != nil { // want `List of Pod while a goroutine starts the manager \(main.go:20\), without waiting for it: .*; call GetCache\(\).WaitForCacheSync first \(lazycache/read-before-sync\)`
		return 0, err
	}
	return len(pods.Items), nil
}
