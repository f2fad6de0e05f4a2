// Package waiter waits in a helper for whatever it is given, and keeps what to
// wait for in a field.
package waiter

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
	synced []cache.InformerSynced
	mu     sync.Mutex
	names  map[string]bool
}

// NewTracker tracks the pods of an informer.
func NewTracker(informer cache.SharedIndexInformer) *Tracker {
	tracker := &Tracker{names: make(map[string]bool)}
	register(informer, cache.ResourceEventHandlerFuncs{AddFunc: tracker.add})
	tracker.synced = append(tracker.synced, informer.HasSynced)
	return tracker
}

func register(informer cache.SharedIndexInformer, handler cache.ResourceEventHandler) {
	informer.AddEventHandler(handler)
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

func wait(ctx context.Context, synced ...cache.InformerSynced) bool {
	return cache.WaitForCacheSync(ctx.Done(), synced...)
}

// Run counts the pods that the tracker knows of.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	tracker := NewTracker(factory.Core().V1().Pods().Informer())
	factory.Start(ctx.Done())
	if !wait(ctx, tracker.synced...) { // want `this waits for the informer only: the handler that fills Tracker.names .*\(handlersync/state-before-delivered\)`
		return 0, ctx.Err()
	}
	return tracker.Count("till"), nil
}
