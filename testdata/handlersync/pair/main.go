// Package pair has a component with a handler for pods and one for nodes, and answers
// from the two informers.
package pair

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// A Tracker knows the names of pods and nodes.
type Tracker struct {
	pods, nodes cache.SharedIndexInformer
	mu          sync.Mutex
	names       map[string]bool
	ready       map[string]bool
}

// NewTracker tracks the objects of two informers.
func NewTracker(pods, nodes cache.SharedIndexInformer) *Tracker {
	tracker := &Tracker{pods: pods, nodes: nodes, names: make(map[string]bool), ready: make(map[string]bool)}
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: tracker.add})
	nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: tracker.node})
	return tracker
}

func (t *Tracker) node(obj any) {
	if node, ok := obj.(*corev1.Node); ok {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.ready[node.Name] = true
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

// HasSynced reports whether the tracker knows the objects that exist.
func (t *Tracker) HasSynced() bool {
	return t.pods.HasSynced() && t.nodes.HasSynced() // want `the handler that fills Tracker.names .*\(handlersync/state-before-delivered\)` `the handler that fills Tracker.ready .*\(handlersync/state-before-delivered\)`
}

// Has reports whether there is a pod of a name.
func (t *Tracker) Has(name string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.names[name]
}

// Ready reports whether there is a node of a name.
func (t *Tracker) Ready(name string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.ready[name]
}

// Run counts the pods that the tracker knows of.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	core := factory.Core().V1()
	tracker := NewTracker(core.Pods().Informer(), core.Nodes().Informer())
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), tracker.HasSynced) {
		return 0, ctx.Err()
	}
	if tracker.Has("till") {
		return 1, nil
	}
	return 0, nil
}
