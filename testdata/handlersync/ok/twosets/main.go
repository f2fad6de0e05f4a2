// Package twosets fills two sets of one type, waits for the handler of one, and reads
// that one only.
package twosets

import (
	"context"
	"sync"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// A Set has the names of objects.
type Set struct {
	mu    sync.Mutex
	names map[string]bool
}

func (s *Set) add(obj any) {
	o, ok := obj.(metav1.Object)
	if !ok {
		return
	}
	time.Sleep(time.Second) // a handler with work to do
	s.mu.Lock()
	defer s.mu.Unlock()
	s.names[o.GetName()] = true
}

func (s *Set) count(name string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.names[name] {
		return 1
	}
	return 0
}

// Run counts the pods that the handler has seen.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	nodes, pods := factory.Core().V1().Nodes().Informer(), factory.Core().V1().Pods().Informer()
	known, running := &Set{names: make(map[string]bool)}, &Set{names: make(map[string]bool)}
	if _, err := nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: known.add}); err != nil {
		return 0, err
	}
	registration, err := pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: running.add})
	if err != nil {
		return 0, err
	}
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), nodes.HasSynced, registration.HasSynced) {
		return 0, ctx.Err()
	}
	return running.count("till"), nil
}
