// Package made has the manager made by a helper.
package made

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// Run counts the pods; who has called it runs the manager.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := newManager(config)
	if err != nil {
		return 0, err
	}
	var pods corev1.PodList
	if err := mgr.GetCache().List(ctx, &pods); err != nil { // want `List of Pod before the manager is started`
		return 0, err
	}
	return len(pods.Items), mgr.Start(ctx)
}

func newManager(config *rest.Config) (manager.Manager, error) {
	mgr, err := manager.New(config, manager.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return nil, err
	}
	return mgr, nil
}
