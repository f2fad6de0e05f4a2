// Package handedout gives what its handler fills out as a sorted list.
package handedout

import (
	"context"
	"maps"
	"slices"
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
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
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

// HasSynced reports whether the tracker knows the pods that exist.
func (t *Tracker) HasSynced() bool {
	return t.informer.HasSynced() // want `HasSynced says that Tracker is synced as soon as the informer is.*\(handlersync/state-before-delivered\)`
}

// Names returns the names of the pods, sorted.
func (t *Tracker) Names() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Sorted(maps.Keys(t.names))
}

// Run counts the pods that the tracker knows of.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	tracker := NewTracker(factory.Core().V1().Pods().Informer())
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), tracker.HasSynced) {
		return 0, ctx.Err()
	}
	return min(len(tracker.Names()), 1), nil
}
