// Package returned has a component with a method that returns the registration of
// its handler, and nobody keeps it.
package returned

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
func NewTracker(informer cache.SharedIndexInformer) (*Tracker, error) {
	tracker := &Tracker{informer: informer, names: make(map[string]bool)}
	if _, err := tracker.register(); err != nil {
		return nil, err
	}
	return tracker, nil
}

func (t *Tracker) register() (cache.ResourceEventHandlerRegistration, error) {
	return t.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: t.add})
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

// Has reports whether there is a pod of a name.
func (t *Tracker) Has(name string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.names[name]
}

// Run counts the pods that the tracker knows of.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	tracker, err := NewTracker(factory.Core().V1().Pods().Informer())
	if err != nil {
		return 0, err
	}
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), tracker.HasSynced) {
		return 0, ctx.Err()
	}
	if tracker.Has("till") {
		return 1, nil
	}
	return 0, nil
}
