// Package sequence waits for the informer and then counts what its handler has
// seen.
package sequence

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run counts the pods that the handler has seen.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	informer := factory.Core().V1().Pods().Informer()
	var mu sync.Mutex
	names := make(map[string]bool)
	if _, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				return
			}
			time.Sleep(time.Second) // a handler with work to do
			mu.Lock()
			defer mu.Unlock()
			names[pod.Name] = true
		},
	}); err != nil {
		return 0, err
	}
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) { // want `this waits for the informer only: the handler that fills names .*\(handlersync/state-before-delivered\)`
		return 0, ctx.Err()
	}
	mu.Lock()
	defer mu.Unlock()
	if names["till"] {
		return 1, nil
	}
	return 0, nil
}
