// Package blockingstart has a cache whose Start(ctx) error blocks until ctx is
// done, as controller-runtime's does, so it belongs in a goroutine. Its wait
// waits for Start.
package blockingstart

import (
	"context"
	"log"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

type store struct {
	factory informers.SharedInformerFactory
	pods    cache.SharedIndexInformer
	started chan struct{}
}

func newStore(client kubernetes.Interface) *store {
	factory := informers.NewSharedInformerFactory(client, 0)
	return &store{factory: factory, pods: factory.Core().V1().Pods().Informer(), started: make(chan struct{})}
}

// Start blocks until ctx is done.
func (s *store) Start(ctx context.Context) error {
	s.factory.Start(ctx.Done())
	close(s.started)
	<-ctx.Done()
	s.factory.Shutdown()
	return nil
}

// WaitForCacheSync waits for Start, and then for the informers.
func (s *store) WaitForCacheSync(ctx context.Context) bool {
	select {
	case <-s.started:
	case <-ctx.Done():
		return false
	}
	for _, ok := range s.factory.WaitForCacheSync(ctx.Done()) {
		if !ok {
			return false
		}
	}
	return true
}

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	s := newStore(client)
	go func() {
		if err := s.Start(ctx); err != nil {
			log.Fatalf("cache: %v", err)
		}
	}()
	if !s.WaitForCacheSync(ctx) {
		return 0, ctx.Err()
	}
	return len(s.pods.GetStore().List()), nil
}
