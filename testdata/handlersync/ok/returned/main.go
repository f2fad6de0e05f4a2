// Package returned has a method that returns the registration of its handler: one of
// those who call it waits for that.
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

// NewTracker tracks the pods of an informer, and returns the function to wait for.
func NewTracker(informer cache.SharedIndexInformer) (*Tracker, cache.InformerSynced, error) {
	tracker := &Tracker{informer: informer, names: make(map[string]bool)}
	registration, err := tracker.register()
	if err != nil {
		return nil, nil, err
	}
	return tracker, registration.HasSynced, nil
}

func (t *Tracker) register() (registration cache.ResourceEventHandlerRegistration, err error) {
	registration, err = t.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: t.add})
	if err != nil {
		return nil, err
	}
	return registration, nil
}

// Again registers a second time, and leaves it to the first to be waited for.
func (t *Tracker) Again() error {
	_, err := t.register()
	return err
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

// HasSynced reports whether the informer is synced.
func (t *Tracker) HasSynced() bool {
	return t.informer.HasSynced()
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
	tracker, synced, err := NewTracker(factory.Core().V1().Pods().Informer())
	if err != nil {
		return 0, err
	}
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), tracker.HasSynced, synced) {
		return 0, ctx.Err()
	}
	if tracker.Has("till") {
		return 1, nil
	}
	return 0, nil
}
