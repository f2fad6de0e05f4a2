// Package afterwards gets its informer after it has started the cache, which blocks until it is synced.
package afterwards

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/cache"
)

// Run counts the pods.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	pods, err := cache.New(config, cache.Options{})
	if err != nil {
		return 0, err
	}
	informers := cache.Informers(pods)
	go func() {
		if err := informers.Start(ctx); err != nil {
			panic(err)
		}
	}()
	if !informers.WaitForCacheSync(ctx) {
		return 0, errors.New("not synced")
	}
	if err := register(ctx, informers); err != nil {
		return 0, err
	}
	var list corev1.PodList
	if err := pods.List(ctx, &list); err != nil {
		return 0, err
	}
	return len(list.Items), nil
}

func register(ctx context.Context, informers cache.Informers) error {
	_, err := informers.GetInformer(ctx, &corev1.Pod{})
	return err
}
