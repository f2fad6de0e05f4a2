// Package nonblocking has a cache factory of its own whose Start(ctx) error
// does not block and starts what is new whenever it is called.
package nonblocking

import (
	"context"
	"fmt"
	"sync"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"

	coreinformers "k8s.io/client-go/informers/core/v1"
)

type factory struct {
	client  kubernetes.Interface
	mu      sync.Mutex
	known   map[string]cache.SharedIndexInformer
	started map[string]bool
}

// forPods registers the pods of a namespace.
func (f *factory) forPods(namespace string) cache.SharedIndexInformer {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.known[namespace] == nil {
		f.known[namespace] = coreinformers.NewPodInformer(f.client, namespace, 0, cache.Indexers{})
	}
	return f.known[namespace]
}

// Start starts what is registered and returns at once.
func (f *factory) Start(ctx context.Context) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for namespace, informer := range f.known {
		if !f.started[namespace] {
			f.started[namespace] = true
			go informer.RunWithContext(ctx)
		}
	}
	return ctx.Err()
}

// Run counts the pods of the shop.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	f := &factory{client: client, known: make(map[string]cache.SharedIndexInformer), started: make(map[string]bool)}
	f.forPods("lab")
	if err := f.Start(ctx); err != nil {
		return 0, err
	}
	pods := f.forPods("shop")
	if err := f.Start(ctx); err != nil {
		return 0, err
	}
	if !cache.WaitForCacheSync(ctx.Done(), pods.HasSynced) {
		return 0, fmt.Errorf("pods: %w", ctx.Err())
	}
	return len(pods.GetStore().List()), nil
}
