// Package asserted starts a cache through the client.Reader that it is.
package asserted

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Run counts the pods.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	var r client.Reader
	pods, err := cache.New(config, cache.Options{})
	if err != nil {
		return 0, err
	}
	r = pods
	if s, ok := r.(interface{ Start(context.Context) error }); ok {
		go s.Start(ctx)
	}
	if c, ok := r.(cache.Cache); ok {
		c.WaitForCacheSync(ctx)
	}
	return count(ctx, r)
}

func count(ctx context.Context, r client.Reader) (int, error) {
	var list corev1.PodList
	err := r.List(ctx, &list)
	return len(list.Items), err
}
