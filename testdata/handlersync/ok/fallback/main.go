// Package fallback has a reader that asks the lister for what the map does not
// have yet.
package fallback

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// A Tracker knows the names of pods.
type Tracker struct {
	informer cache.SharedIndexInformer
	lister   corelisters.PodLister
	mu       sync.Mutex
	names    map[string]bool
}

// NewTracker tracks pods.
func NewTracker(factory informers.SharedInformerFactory) *Tracker {
	pods := factory.Core().V1().Pods()
	t := &Tracker{informer: pods.Informer(), lister: pods.Lister(), names: make(map[string]bool)}
	t.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: t.add})
	return t
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

// HasSynced reports whether the store has what exists.
func (t *Tracker) HasSynced() bool { return t.informer.HasSynced() }

// Has reports whether there is a pod of a name.
func (t *Tracker) Has(name string) bool {
	t.mu.Lock()
	known := t.names[name]
	t.mu.Unlock()
	if known {
		return true
	}
	_, err := t.lister.Pods("shop").Get(name)
	return err == nil
}

// Run counts the pods that the tracker knows of.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	tracker := NewTracker(factory)
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), tracker.HasSynced) {
		return 0, ctx.Err()
	}
	if tracker.Has("till") {
		return 1, nil
	}
	return 0, nil
}
