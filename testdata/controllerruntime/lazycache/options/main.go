// Package options reads before Start from a manager whose options a function
// makes: only secrets are read from the API server.
package options

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// Run counts the pods and then runs the manager.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, options("shop"))
	if err != nil {
		return 0, err
	}
	var pods corev1.PodList
	if err := mgr.GetClient().List(ctx, &pods); err != nil { // want `List of Pod before the manager is started.*\(lazycache/read-before-sync\)`
		return 0, err
	}
	go mgr.Start(ctx)
	return len(pods.Items), nil
}

func options(namespace string) ctrl.Options {
	return ctrl.Options{
		Metrics: metricsserver.Options{BindAddress: "0"},
		Client:  client.Options{Cache: &client.CacheOptions{DisableFor: []client.Object{&corev1.Secret{}}, Unstructured: true}},
		NewCache: func(config *rest.Config, options cache.Options) (cache.Cache, error) {
			options.DefaultNamespaces = map[string]cache.Config{namespace: {}}
			return cache.New(config, options)
		},
	}
}
