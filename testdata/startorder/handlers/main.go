// Package handlers adds handlers to the informers of a factory that nothing
// starts, and waits for the first event.
package handlers

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run waits until a pod is announced.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0) // want `\(startorder/never-started\)`
	announced := make(chan struct{}, 1)
	if _, err := factory.Core().V1().Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(any) { announced <- struct{}{} },
	}); err != nil {
		return 0, err
	}
	select {
	case <-announced:
		return 1, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}
