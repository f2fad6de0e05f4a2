// Package tracker knows the names of pods from a handler.
package tracker

import (
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// A Tracker knows the names of pods.
type Tracker struct {
	mu    sync.Mutex
	names map[string]bool
}

// New tracks the pods of an informer.
func New(informer cache.SharedIndexInformer) *Tracker {
	tracker := &Tracker{names: make(map[string]bool)}
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
