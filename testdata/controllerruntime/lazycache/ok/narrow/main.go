// Package narrow reads before the manager is started, through an interface of its own,
// behind which is a type of its own that asks the API server, or the API reader.
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

// A fresh client writes as another does, and reads what there is.
type fresh struct {
	client.Client
	live client.Reader
}

func (f *fresh) List(ctx context.Context, list client.ObjectList, opts ...client.ListOption) error {
	return f.live.List(ctx, list, opts...)
}

// Run counts the pods and runs the manager.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	n, err := count(ctx, &fresh{mgr.GetClient(), mgr.GetAPIReader()})
	if err != nil {
		return 0, err
	}
	cancel()
	return n, mgr.Start(ctx)
}

func count(ctx context.Context, pods lister) (int, error) {
	var list corev1.PodList
	err := pods.List(ctx, &list)
	return len(list.Items), err
}

// Early is Run for a caller who may want to know before the manager is started.
func Early(ctx context.Context, config *rest.Config, early bool) (n int, err error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	var pods lister = mgr.GetClient()
	if early {
		pods = mgr.GetAPIReader()
	}
	if early {
		if n, err = count(ctx, pods); err != nil {
			return 0, err
		}
		var list corev1.PodList
		if err := pods.List(ctx, &list); err != nil {
			return 0, err
		}
	}
	return n, mgr.Start(ctx)
}
