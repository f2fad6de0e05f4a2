// Package workers reads what a handler fills only in a worker, which the handler
// itself sets off.
package workers

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// A Controller works on pods.
type Controller struct {
	informer cache.SharedIndexInformer
	work     chan string
	mu       sync.Mutex
	names    map[string]bool
}

// NewController makes a controller.
func NewController(informer cache.SharedIndexInformer) *Controller {
	c := &Controller{informer: informer, work: make(chan string, 1), names: make(map[string]bool)}
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.add})
	return c
}

func (c *Controller) add(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	time.Sleep(time.Second) // a handler with work to do
	c.mu.Lock()
	c.names[pod.Name] = true
	c.mu.Unlock()
	c.work <- pod.Name
}

// Run works on the first pod.
func (c *Controller) Run(ctx context.Context) (int, error) {
	if !cache.WaitForCacheSync(ctx.Done(), c.informer.HasSynced) {
		return 0, ctx.Err()
	}
	done := make(chan int, 1)
	go func() { done <- c.next() }()
	return <-done, nil
}

func (c *Controller) next() int {
	name := <-c.work
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.names[name] {
		return 1
	}
	return 0
}

// Run counts the pods that were worked on.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	controller := NewController(factory.Core().V1().Pods().Informer())
	factory.Start(ctx.Done())
	return controller.Run(ctx)
}
