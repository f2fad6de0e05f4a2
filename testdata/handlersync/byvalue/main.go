// Package byvalue has a handler that is a value, with a pointer to what it fills.
package byvalue

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

type handler struct {
	tracker *Tracker
}

func (h handler) OnAdd(obj any, _ bool) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	time.Sleep(time.Second) // a handler with work to do
	h.tracker.mu.Lock()
	defer h.tracker.mu.Unlock()
	h.tracker.names[pod.Name] = true
}

func (handler) OnUpdate(_, _ any) {}
func (handler) OnDelete(_ any)    {}

// NewTracker tracks the pods of an informer.
func NewTracker(informer cache.SharedIndexInformer) *Tracker {
	tracker := &Tracker{informer: informer, names: make(map[string]bool)}
	informer.AddEventHandler(handler{tracker})
	return tracker
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
	tracker := NewTracker(factory.Core().V1().Pods().Informer())
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), tracker.HasSynced) {
		return 0, ctx.Err()
	}
	if tracker.Has("till") {
		return 1, nil
	}
	return 0, nil
}
