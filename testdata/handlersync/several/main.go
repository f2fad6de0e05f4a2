// Package several has a component whose handler is registered for several informers, by
// a helper.
package several

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// A Tracker knows which names there are.
type Tracker struct {
	asks  []cache.InformerSynced
	mu    sync.Mutex
	names map[string]bool
}

// NewTracker tracks pods and nodes.
func NewTracker(factory informers.SharedInformerFactory) *Tracker {
	t := &Tracker{names: make(map[string]bool)}
	t.track(factory.Core().V1().Pods().Informer())
	t.track(factory.Core().V1().Nodes().Informer())
	return t
}

func (t *Tracker) track(informer cache.SharedIndexInformer) {
	t.asks = append(t.asks, informer.HasSynced)
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: t.add})
}

func (t *Tracker) add(obj any) {
	name := ""
	switch object := obj.(type) {
	case *corev1.Pod:
		name = object.Name
	case *corev1.Node:
		name = "node/" + object.Name
	default:
		return
	}
	time.Sleep(time.Second) // a handler with work to do
	t.mu.Lock()
	defer t.mu.Unlock()
	t.names[name] = true
}

// WaitForSync returns when the tracker knows what exists.
func (t *Tracker) WaitForSync(ctx context.Context) bool {
	if len(t.asks) == 0 {
		return true
	}
	return cache.WaitForCacheSync(ctx.Done(), t.asks...) // want `WaitForSync says that Tracker is synced as soon as the informer is.*Tracker.names.*\(handlersync/state-before-delivered\)`
}

// Has reports whether there is something of a name.
func (t *Tracker) Has(name string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.names[name]
}

// Run counts what the tracker knows of.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	t := NewTracker(factory)
	factory.Start(ctx.Done())
	if !t.WaitForSync(ctx) {
		return 0, ctx.Err()
	}
	if t.Has("till") {
		return 1, nil
	}
	return 0, nil
}
