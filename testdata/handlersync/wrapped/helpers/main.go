// Package helpers waits in Run and reads in a function that Run calls.
package helpers

import (
	"context"
	"fmt"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	coreinformers "k8s.io/client-go/informers/core/v1"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// A Counter counts pods.
type Counter struct {
	podsSynced cache.InformerSynced

	mu   sync.Mutex
	keys map[string]string
}

// NewCounter makes a counter.
func NewCounter(pods coreinformers.PodInformer) *Counter {
	c := &Counter{podsSynced: pods.Informer().HasSynced, keys: make(map[string]string)}
	pods.Informer().AddEventHandler(c.handler())
	return c
}

func (c *Counter) handler() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{AddFunc: c.onAdd}
}

func (c *Counter) onAdd(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	time.Sleep(time.Second) // a handler with work to do
	c.mu.Lock()
	defer c.mu.Unlock()
	c.keys[pod.Name] = pod.Namespace
}

// Count waits and counts.
func (c *Counter) Count(ctx context.Context) (int, error) {
	if !cache.WaitForCacheSync(ctx.Done(), c.podsSynced) { // want `this waits for the informer only: the handler that fills Counter.keys .*\(handlersync/state-before-delivered\)`
		return 0, fmt.Errorf("the pods did not come: %w", ctx.Err())
	}
	return c.known("till"), nil
}

func (c *Counter) known(name string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.keys[name] == "" {
		return 0
	}
	return 1
}

// Run counts the pods that the handler has seen.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	counter := NewCounter(factory.Core().V1().Pods())
	factory.Start(ctx.Done())
	return counter.Count(ctx)
}
