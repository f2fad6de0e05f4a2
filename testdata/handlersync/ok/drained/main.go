// Package drained takes out what its handler has collected, again and again: what comes
// after the sync is in the next call.
package drained

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// A Collector has the pods that came since it was last asked.
type Collector struct {
	informer cache.SharedIndexInformer
	mu       sync.Mutex
	names    []string
	seen     map[string]time.Time
}

// NewCollector collects the pods of an informer.
func NewCollector(informer cache.SharedIndexInformer) *Collector {
	collector := &Collector{informer: informer, seen: make(map[string]time.Time)}
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: collector.add})
	return collector
}

func (c *Collector) add(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	time.Sleep(time.Second) // a handler with work to do
	c.mu.Lock()
	defer c.mu.Unlock()
	c.names = append(c.names, pod.Name)
	c.seen[pod.Name] = time.Now()
}

// HasSynced reports whether the informer knows the pods that exist.
func (c *Collector) HasSynced() bool { return c.informer.HasSynced() }

// Drain returns what came since the last call.
func (c *Collector) Drain() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	names := c.names
	c.names = nil
	return names
}

// Observe returns how long ago a pod came, once.
func (c *Collector) Observe(name string) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	at, ok := c.seen[name]
	if !ok {
		return 0
	}
	delete(c.seen, name)
	return time.Since(at)
}

// Run collects pods until there is one.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	collector := NewCollector(factory.Core().V1().Pods().Informer())
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), collector.HasSynced) {
		return 0, ctx.Err()
	}
	for {
		if names := collector.Drain(); len(names) > 0 {
			return len(names), nil
		}
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-time.After(time.Second):
		}
	}
}
