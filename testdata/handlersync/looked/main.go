// Package looked looks up the result of a factory's wait for one type.
package looked

import (
	"context"
	"reflect"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// A Tracker knows the names of pods.
type Tracker struct {
	factory informers.SharedInformerFactory
	mu      sync.Mutex
	names   map[string]bool
}

// NewTracker tracks the pods of a factory.
func NewTracker(factory informers.SharedInformerFactory) *Tracker {
	tracker := &Tracker{factory: factory, names: make(map[string]bool)}
	factory.Core().V1().Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: tracker.add,
	})
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

// WaitForCacheSync waits until the tracker knows the pods that exist.
func (t *Tracker) WaitForCacheSync(stop <-chan struct{}) bool {
	synced := t.factory.WaitForCacheSync(stop) // want `WaitForCacheSync says that Tracker is synced as soon as the informer is.*\(handlersync/state-before-delivered\)`
	if !synced[reflect.TypeOf(&corev1.Pod{})] {
		return false
	}
	return true
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
	tracker := NewTracker(factory)
	factory.Start(ctx.Done())
	if !tracker.WaitForCacheSync(ctx.Done()) {
		return 0, ctx.Err()
	}
	if tracker.Has("till") {
		return 1, nil
	}
	return 0, nil
}
