// Package live has managers and clusters whose options have their clients read live.
package live

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/cluster"
)

// Run counts the pods in three ways and then runs the manager.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{
		MetricsBindAddress: "0",
		Client:             client.Options{Cache: &client.CacheOptions{DisableFor: []client.Object{&corev1.Pod{}}}},
	})
	if err != nil {
		return 0, err
	}
	other, err := ctrl.NewManager(config, ctrl.Options{
		MetricsBindAddress: "0",
		NewClient: func(config *rest.Config, _ client.Options) (client.Client, error) {
			return client.New(config, client.Options{})
		},
	})
	if err != nil {
		return 0, err
	}
	cl, err := cluster.New(config, direct)
	if err != nil {
		return 0, err
	}
	n := 0
	for _, c := range []client.Client{mgr.GetClient(), other.GetClient(), cl.GetClient()} {
		var pods corev1.PodList
		if err := c.List(ctx, &pods); err != nil {
			return 0, err
		}
		n = len(pods.Items)
	}
	var pods corev1.PodList
	if err := mgr.GetClient().List(ctx, &pods); err != nil {
		return 0, err
	}
	if err := other.GetClient().List(ctx, &pods); err != nil {
		return 0, err
	}
	if err := cl.GetClient().List(ctx, &pods); err != nil {
		return 0, err
	}
	go mgr.Start(ctx)
	return n, nil
}

func direct(o *cluster.Options) {
	o.NewClient = func(config *rest.Config, _ client.Options) (client.Client, error) {
		return client.New(config, client.Options{})
	}
}
