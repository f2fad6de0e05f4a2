// Package siblings has a component with two handlers, and asks the registration of one
// of them alone.
package siblings

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// A Tracker knows the names of pods, and which of them are on the host's network.
type Tracker struct {
	counted cache.ResourceEventHandlerRegistration
	mu      sync.Mutex
	names   map[string]bool
	hosted  map[string]bool
}

// NewTracker tracks the pods of an informer.
func NewTracker(informer cache.SharedIndexInformer) (*Tracker, error) {
	tracker := &Tracker{names: make(map[string]bool), hosted: make(map[string]bool)}
	var err error
	tracker.counted, err = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: tracker.host})
	if err != nil {
		return nil, err
	}
	if _, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: tracker.add}); err != nil {
		return nil, err
	}
	return tracker, nil
}

func (t *Tracker) host(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok && pod.Spec.HostNetwork {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.hosted[pod.Name] = true
	}
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
	return t.counted.HasSynced() // want `HasSynced says that Tracker is synced as soon as the informer is.*\(handlersync/state-before-delivered\)`
}

// Has reports whether there is a pod of a name.
func (t *Tracker) Has(name string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.names[name]
}

// Hosted reports whether a pod is on the host's network.
func (t *Tracker) Hosted(name string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.hosted[name]
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
