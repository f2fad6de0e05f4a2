// Package another asks the registration of one handler, and not that of the other.
package another

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// A Tracker knows the names of pods and services.
type Tracker struct {
	registration cache.ResourceEventHandlerRegistration
	mu           sync.Mutex
	names        map[string]bool
	services     map[string]bool
}

// NewTracker tracks the pods and services of two informers.
func NewTracker(pods, services cache.SharedIndexInformer) *Tracker {
	tracker := &Tracker{names: make(map[string]bool), services: make(map[string]bool)}
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: tracker.add})
	tracker.registration, _ = services.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: tracker.addService})
	return tracker
}

func (t *Tracker) addService(obj any) {
	service, ok := obj.(*corev1.Service)
	if !ok {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.services[service.Name] = true
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

// HasSynced reports whether the tracker knows the pods and services that exist.
func (t *Tracker) HasSynced() bool {
	return t.registration.HasSynced() // want `HasSynced asks for another handler only.*\(handlersync/state-before-delivered\)`
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
	tracker := NewTracker(factory.Core().V1().Pods().Informer(), factory.Core().V1().Services().Informer())
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), tracker.HasSynced) {
		return 0, ctx.Err()
	}
	if tracker.Has("till") {
		return 1, nil
	}
	return 0, nil
}
