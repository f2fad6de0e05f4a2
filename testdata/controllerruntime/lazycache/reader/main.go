// Package reader makes a client that reads from a cache that nothing starts.
package reader

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Run counts the pods.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	pods, err := cache.New(config, cache.Options{}) // want `nothing starts the cache, and its reader is used \(main.go:27\): every read of its cache fails; .* \(lazycache/never-started\)`
	if err != nil {
		return 0, err
	}
	if _, err := pods.GetInformer(ctx, &corev1.Pod{}); err != nil {
		return 0, err
	}
	c, err := client.New(config, client.Options{Cache: &client.CacheOptions{Reader: pods}})
	if err != nil {
		return 0, err
	}
	var list corev1.PodList
	if err := c.List(ctx, &list); err != nil {
		return 0, err
	}
	return len(list.Items), nil
}
