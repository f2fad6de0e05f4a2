// Package twice adds two handlers that fill one map, and waits for one of them.
package twice

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run counts the pods that the second handler has seen.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	informer := factory.Core().V1().Pods().Informer()
	var mu sync.Mutex
	names := make(map[string]bool)
	first, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok && pod.Spec.HostNetwork {
				mu.Lock()
				defer mu.Unlock()
				names[pod.Name] = true
			}
		},
	})
	if err != nil {
		return 0, err
	}
	_, err = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok && !pod.Spec.HostNetwork {
				time.Sleep(time.Second) // a handler with work to do
				mu.Lock()
				defer mu.Unlock()
				names[pod.Name] = true
			}
		},
	})
	if err != nil {
		return 0, err
	}
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), first.HasSynced) { // want `this waits for the informer only: the handler that fills names .*\(handlersync/state-before-delivered\)`
		return 0, ctx.Err()
	}
	mu.Lock()
	defer mu.Unlock()
	if names["till"] {
		return 1, nil
	}
	return 0, nil
}
