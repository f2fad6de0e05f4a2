// Package generic fills a set of a generic type, and registers its handler in a helper.
package generic

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// A Set has objects by their names.
type Set[T metav1.Object] struct {
	mu    sync.Mutex
	items map[string]T
}

func (s *Set[T]) put(item T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.items[item.GetName()] = item
}

func (s *Set[T]) count(name string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.items[name]; ok {
		return 1
	}
	return 0
}

func register(informer cache.SharedIndexInformer, pods *Set[*corev1.Pod]) (cache.ResourceEventHandlerRegistration, error) {
	registration, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				time.Sleep(time.Second) // a handler with work to do
				pods.put(pod)
			}
		},
	})
	if err != nil {
		return nil, err
	}
	return registration, nil
}

// Run counts the pods that the handler has seen.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	informer := factory.Core().V1().Pods().Informer()
	pods := &Set[*corev1.Pod]{items: make(map[string]*corev1.Pod)}
	if _, err := register(informer, pods); err != nil {
		return 0, err
	}
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) { // want `this waits for the informer only: the handler that fills Set.items .*\(handlersync/state-before-delivered\)`
		return 0, ctx.Err()
	}
	return pods.count("till"), nil
}
