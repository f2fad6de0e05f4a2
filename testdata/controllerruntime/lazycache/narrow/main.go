// Package narrow reads before the manager is started, through an interface of its own.
package narrow

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

type lister interface {
	List(ctx context.Context, list client.ObjectList, opts ...client.ListOption) error
}

// Run counts the pods and runs the manager.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	n, err := count(ctx, mgr.GetClient()) // want `leads to List of Pod \(narrow/main.go:33\) before the manager is started`
	if err != nil {
		return 0, err
	}
	return n, mgr.Start(ctx)
}

func count(ctx context.Context, pods lister) (int, error) {
	var list corev1.PodList
	err := pods.List(ctx, &list)
	return len(list.Items), err
}
