// Package registered gets its informer before it starts the cache, and waits.
package registered

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
	if _, err := pods.GetInformer(ctx, &corev1.Pod{}); err != nil {
		return 0, err
	}
	go func() {
		if err := pods.Start(ctx); err != nil {
			panic(err)
		}
	}()
	if !pods.WaitForCacheSync(ctx) {
		return 0, errors.New("not synced")
	}
	var list corev1.PodList
	if err := pods.List(ctx, &list); err != nil {
		return 0, err
	}
	return len(list.Items), nil
}
