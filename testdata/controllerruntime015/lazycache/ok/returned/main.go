// Package returned makes a client whose cache is started in a goroutine; whoever reads with it makes the informers.
package returned

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
	c, err := newClient(ctx, config)
	if err != nil {
		return 0, err
	}
	var pods corev1.PodList
	err = c.List(ctx, &pods)
	return len(pods.Items), err
}

func newClient(ctx context.Context, config *rest.Config) (client.Client, error) {
	objects, err := cache.New(config, cache.Options{})
	if err != nil {
		return nil, err
	}
	go func() {
		if err := objects.Start(ctx); err != nil {
			panic(err)
		}
	}()
	if ok := objects.WaitForCacheSync(ctx); !ok {
		return nil, errors.New("not synced")
	}
	return client.New(config, client.Options{Cache: &client.CacheOptions{Reader: objects}})
}
