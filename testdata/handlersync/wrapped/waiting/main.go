// Package waiting has a helper of another package wait for the informer, and then
// counts what its handler has seen.
package waiting

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/handlersync/wrapped/waiting/startup"
)

// Run counts the pods that the handler has seen.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	var mu sync.Mutex
	names := make(map[string]bool)
	if _, err := factory.Core().V1().Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
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
	startup.Factory(ctx, factory) // want `this waits for the informer only: the handler that fills names .*\(handlersync/state-before-delivered\)`
	mu.Lock()
	defer mu.Unlock()
	if names["till"] {
		return 1, nil
	}
	return 0, nil
}
