// Package warmed reads before Start only to make the informer, and says so.
package warmed

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
	pods, err := cache.New(config, cache.Options{})
	if err != nil {
		return 0, err
	}
	if err := warm(ctx, pods); err != nil {
		return 0, err
	}
	_ = pods.List(ctx, &corev1.NodeList{})
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

// warm makes the informer of pods: a read does, though it fails.
func warm(ctx context.Context, r client.Reader) error {
	err := r.List(ctx, &corev1.PodList{})
	var early *cache.ErrCacheNotStarted
	if errors.As(err, &early) {
		return nil
	}
	return err
}
