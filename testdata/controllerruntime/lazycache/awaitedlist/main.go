// Package awaitedlist waits for a cluster that has no informer, and then lists
// with its client.
package awaitedlist

import (
	"context"
	"errors"
	"log"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/cluster"
)

// Synced is called when the cache has been awaited.
var Synced = func() {}

// Run counts the pods.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	cl, err := cluster.New(config)
	if err != nil {
		return 0, err
	}
	go func() {
		if err := cl.Start(ctx); err != nil {
			log.Fatal(err)
		}
	}()
	if synced := cl.GetCache().WaitForCacheSync(ctx); !synced { // want `WaitForCacheSync waits for nothing, since the cache has no informer yet: List of Pod \(main.go:34\) creates it, and waits for it there; .* \(lazycache/unregistered-read\)`
		return 0, errors.New("not synced")
	}
	Synced()
	var list corev1.PodList
	if err := cl.GetClient().List(ctx, &list); err != nil {
		return 0, err
	}
	return len(list.Items), nil
}
