// Package stopped has a component that keeps what ends its wait, and the HasSynced that
// it asks.
package stopped

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
	stop   <-chan struct{}
	synced cache.InformerSynced
	mu     sync.Mutex
	names  map[string]bool
}

// NewTracker tracks the pods of a factory until stop is closed.
func NewTracker(factory informers.SharedInformerFactory, stop <-chan struct{}) *Tracker {
	informer := factory.Core().V1().Pods().Informer()
	tracker := &Tracker{stop: stop, synced: informer.HasSynced, names: make(map[string]bool)}
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

// WaitForCacheSync waits until the tracker knows the pods that exist, or is stopped.
func (t *Tracker) WaitForCacheSync() bool {
	return cache.WaitForCacheSync(t.stop, t.synced) // want `WaitForCacheSync says that Tracker is synced as soon as the informer is.*\(handlersync/state-before-delivered\)`
}

// Has reports whether there is a pod of a name.
func (t *Tracker) Has(name string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.names[name]
}

// Run counts the pods that the tracker knows of.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	tracker := NewTracker(factory, ctx.Done())
	factory.Start(ctx.Done())
	if !tracker.WaitForCacheSync() {
		return 0, ctx.Err()
	}
	if tracker.Has("till") {
		return 1, nil
	}
	return 0, nil
}
