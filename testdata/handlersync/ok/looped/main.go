// Package looped asks the informer until it is synced, and reads what its handler
// has seen only while it is not, or after another loop that asks that.
package looped

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
	mu    sync.Mutex
	names map[string]bool
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

func (t *Tracker) known() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.names)
}

// Run counts the pods that the tracker knows of.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	informer := factory.Core().V1().Pods().Informer()
	tracker := &Tracker{names: make(map[string]bool)}
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: tracker.add})
	factory.Start(ctx.Done())
	early := 0
	for !informer.HasSynced() {
		early = tracker.known() // how far it is
		time.Sleep(100 * time.Millisecond)
	}
	if early > 0 {
		return early, nil
	}
	for tracker.known() == 0 && ctx.Err() == nil {
		time.Sleep(100 * time.Millisecond)
	}
	return tracker.known(), nil
}
