// Package polls asks the informer in a poll, and then counts what its handler has
// seen.
package polls

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// A Tracker knows the names of pods.
type Tracker struct {
	mu    sync.Mutex
	names map[string]bool
}

func (t *Tracker) add(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	time.Sleep(time.Second) // a handler with work to do
	t.mu.Lock()
	defer t.mu.Unlock()
	t.names[pod.Name] = true
}

func (t *Tracker) count(name string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.names[name] {
		return 1
	}
	return 0
}

func synced(ctx context.Context, informer cache.SharedIndexInformer) error {
	return wait.PollUntilContextCancel(ctx, 100*time.Millisecond, true, func(context.Context) (bool, error) {
		return informer.HasSynced(), nil
	})
}

// Run counts the pods that the tracker knows of.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	informer := factory.Core().V1().Pods().Informer()
	tracker := &Tracker{names: make(map[string]bool)}
	if _, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: tracker.add}); err != nil {
		return 0, err
	}
	factory.Start(ctx.Done())
	if err := synced(ctx, informer); err != nil { // want `this waits for the informer only: the handler that fills Tracker.names .*\(handlersync/state-before-delivered\)`
		return 0, err
	}
	return tracker.count("till"), nil
}
