// Package synced has a component whose Sync is that of the informers, which are another
// package's.
package synced

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/handlersync/wrapped/synced/api"
)

// A Store knows the names of pods.
type Store struct {
	api   *api.API
	mu    sync.Mutex
	names map[string]bool
}

// NewStore knows of no pods yet.
func NewStore(client kubernetes.Interface) (*Store, error) {
	s := &Store{api: api.New(client, api.Pods), names: make(map[string]bool)}
	_, err := s.api.Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				time.Sleep(time.Second) // a handler with work to do
				s.add(pod.Name)
			}
		},
	})
	return s, err
}

func (s *Store) add(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.names[name] = true
}

// Sync returns when the store knows the pods that exist.
func (s *Store) Sync(stop <-chan struct{}) {
	s.api.Sync(stop) // want `Sync returns as soon as the informer is synced.*Store.names.*\(handlersync/state-before-delivered\)`
}

// Has reports whether there is a pod of a name.
func (s *Store) Has(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.names[name]
}

// Run counts the pods that the store knows of.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	store, err := NewStore(client)
	if err != nil {
		return 0, err
	}
	store.Sync(ctx.Done())
	if store.Has("till") {
		return 1, nil
	}
	return 0, nil
}
