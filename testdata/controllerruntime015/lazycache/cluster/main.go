// Package cluster takes the client of a cluster that nothing starts.
package cluster

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/cluster"
)

// Run counts the pods.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	c, err := newClient(config, scheme.Scheme)
	if err != nil {
		return 0, err
	}
	var pods corev1.PodList
	err = c.List(ctx, &pods, client.InNamespace("shop"))
	return len(pods.Items), err
}

func newClient(config *rest.Config, scheme *runtime.Scheme) (client.Client, error) {
	cl, err := cluster.New(config, func(o *cluster.Options) { // want `nothing starts the cluster, and its client is handed out \(main.go:35\): every read of its cache fails; start it, or make a client without a cache \(lazycache/never-started\)`
		o.Client = client.Options{Scheme: scheme}
		o.Cache = cache.Options{Scheme: scheme}
	})
	if err != nil {
		return nil, err
	}
	return cl.GetClient(), nil
}
