// Package again waits for the informer and then looks in a loop, until the handler
// has been there.
package again

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
	factory informers.SharedInformerFactory
	mu      sync.Mutex
	names   map[string]bool
}

// NewTracker tracks the pods of a factory.
func NewTracker(factory informers.SharedInformerFactory) *Tracker {
	tracker := &Tracker{factory: factory, names: make(map[string]bool)}
	factory.Core().V1().Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: tracker.add})
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

func (t *Tracker) has(name string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.names[name]
}

// Run counts the pods that the tracker knows of.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	tracker := NewTracker(informers.NewSharedInformerFactory(client, 0))
	tracker.factory.Start(ctx.Done())
	tracker.factory.WaitForCacheSync(ctx.Done())
	for !tracker.has("till") {
		time.Sleep(time.Second)
	}
	return 1, nil
}
