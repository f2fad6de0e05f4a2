// Package branches starts a cache on the one way and reads live on the other.
package branches

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Run counts the pods.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	r, err := reader(ctx, config, len(config.Host) > 0)
	if err != nil {
		return 0, err
	}
	var pods corev1.PodList
	err = r.List(ctx, &pods)
	return len(pods.Items), err
}

func reader(ctx context.Context, config *rest.Config, cached bool) (client.Reader, error) {
	objects, err := cache.New(config, cache.Options{})
	if err != nil {
		return nil, err
	}
	if !cached {
		return client.New(config, client.Options{})
	}
	if err := start(ctx, objects); err != nil {
		return nil, err
	}
	return objects, nil
}

func start(ctx context.Context, c cache.Cache) error {
	go c.Start(ctx)
	if !c.WaitForCacheSync(ctx) {
		return errors.New("not synced")
	}
	return nil
}
