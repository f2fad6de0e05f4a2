// Package awaited waits for a cache that has no informer, and then reads.
package awaited

import (
	"context"
	"errors"
	"log"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Synced is called when the cache has been awaited.
var Synced = func() {}

// Run looks for the pod.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	pods, err := cache.New(config, cache.Options{})
	if err != nil {
		return 0, err
	}
	go func() {
		if err := pods.Start(ctx); err != nil {
			log.Fatal(err)
		}
	}()
	if !pods.WaitForCacheSync(ctx) { // want `WaitForCacheSync waits for nothing, since the cache has no informer yet: Get of Pod \(main.go:34\) creates it, and waits for it there; call GetInformer before Start \(lazycache/unregistered-read\)`
		return 0, errors.New("not synced")
	}
	Synced()
	pod := &corev1.Pod{}
	if err := pods.Get(ctx, client.ObjectKey{Namespace: "shop", Name: "till"}, pod); err != nil {
		return 0, err
	}
	return 1, nil
}
