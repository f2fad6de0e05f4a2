// Package others waits for the informer of one tracker and reads another, which
// has been waited for.
package others

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
	synced   []cache.InformerSynced
	mu       sync.Mutex
	names    map[string]bool
}

// NewTracker tracks the pods of an informer.
func NewTracker(informer cache.SharedIndexInformer) *Tracker {
	tracker := &Tracker{informer: informer, names: make(map[string]bool)}
	if registration, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: tracker.add}); err == nil {
		tracker.synced = append(tracker.synced, informer.HasSynced, registration.HasSynced)
	}
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

// Run counts the pods that the first tracker knows of.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods, services := NewTracker(factory.Core().V1().Pods().Informer()), NewTracker(factory.Core().V1().Services().Informer())
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), append(pods.synced, services.informer.HasSynced)...) {
		return 0, ctx.Err()
	}
	return pods.Count("till"), nil
}
