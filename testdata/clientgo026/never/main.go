// Package never adds a handler to an informer that nobody runs. Up to v0.25
// AddEventHandler had no result; in v0.26 the registration has no HasSynced.
package never

import (
	"context"

	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run waits for a first pod.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	informer := coreinformers.NewPodInformer(client, "shop", 0, cache.Indexers{}) // want `\(startorder/never-started\)`
	announced := make(chan struct{}, 1)
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(any) { announced <- struct{}{} },
	})
	if err != nil {
		return 0, err
	}
	select {
	case <-announced:
		return 1, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}
