// Package failing has a component whose wait returns an error.
package failing

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// A Tracker knows the names of pods.
type Tracker struct {
	informer cache.SharedIndexInformer
	mu       sync.Mutex
	names    map[string]bool
}

// NewTracker tracks the pods of an informer.
func NewTracker(informer cache.SharedIndexInformer) *Tracker {
	tracker := &Tracker{informer: informer, names: make(map[string]bool)}
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: tracker.add})
	return tracker
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

// Count is 1 if there is a pod of a name.
func (t *Tracker) Count(name string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.names[name] {
		return 1
	}
	return 0
}

// WaitForSync waits until the tracker knows the pods that exist.
func (t *Tracker) WaitForSync(ctx context.Context) error {
	if !cache.WaitForCacheSync(ctx.Done(), t.informer.HasSynced) { // want `WaitForSync says that Tracker is synced as soon as the informer is.*\(handlersync/state-before-delivered\)`
		return ctx.Err()
	}
	return nil
}

// Run counts the pods that the tracker knows of.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	tracker := NewTracker(factory.Core().V1().Pods().Informer())
	factory.Start(ctx.Done())
	if err := tracker.WaitForSync(ctx); err != nil {
		return 0, err
	}
	return tracker.Count("till"), nil
}
