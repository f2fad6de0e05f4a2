// Package named has a component whose wait is in a helper of another package, which is
// told of the informer alone.
package named

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/handlersync/wrapped/named/caches"
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

// WaitForSync returns when the tracker knows the pods that exist.
func (t *Tracker) WaitForSync(ctx context.Context) error {
	return caches.Wait(ctx, "tracker", t.informer.HasSynced) // want `WaitForSync says that Tracker is synced as soon as the informer is.*\(handlersync/state-before-delivered\)`
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
	if err := tracker.WaitForSync(ctx); err != nil {
		return 0, err
	}
	if tracker.Has("till") {
		return 1, nil
	}
	return 0, nil
}
