// Package invain has methods that register, wait and return, and callers that read what
// the handler has filled only if the wait was in vain, or subscribe for the rest.
package invain

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// A Tracker knows the names of pods, and tells those who subscribe.
type Tracker struct {
	mu    sync.Mutex
	names map[string]bool
	told  []chan string
}

var errStopped = errors.New("the pods were not listed")

func (t *Tracker) register(ctx context.Context, factory informers.SharedInformerFactory) error {
	informer := factory.Core().V1().Pods().Informer()
	if _, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: t.add}); err != nil {
		return err
	}
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
		return errStopped
	}
	return nil
}

func (t *Tracker) registered(ctx context.Context, factory informers.SharedInformerFactory) bool {
	informer := factory.Core().V1().Pods().Informer()
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: t.add})
	factory.Start(ctx.Done())
	return cache.WaitForCacheSync(ctx.Done(), informer.HasSynced)
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
	for _, ch := range t.told {
		ch <- pod.Name
	}
}

func (t *Tracker) count() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.names)
}

// subscribe returns what is known, and sends what comes later.
func (t *Tracker) subscribe(ch chan string) (names []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.told = append(t.told, ch)
	for name := range t.names {
		names = append(names, name)
	}
	return names
}

func begin(client kubernetes.Interface) (*Tracker, informers.SharedInformerFactory) {
	return &Tracker{names: make(map[string]bool)}, informers.NewSharedInformerFactory(client, 0)
}

// Explained says how far the tracker has come where the wait was stopped.
func Explained(ctx context.Context, client kubernetes.Interface) error {
	tracker, factory := begin(client)
	if err := tracker.register(ctx, factory); err != nil {
		return fmt.Errorf("after %d pods: %w", tracker.count(), err)
	}
	return nil
}

// Stopped is how many pods there were when the wait was stopped.
func Stopped(ctx context.Context, client kubernetes.Interface) (int, error) {
	tracker, factory := begin(client)
	switch err := tracker.register(ctx, factory); {
	case errors.Is(err, errStopped):
		return tracker.count(), nil
	case err != nil:
		return 0, err
	}
	return 0, nil
}

// Refused is Stopped for a method that says yes or no.
func Refused(ctx context.Context, client kubernetes.Interface) int {
	tracker, factory := begin(client)
	if !tracker.registered(ctx, factory) {
		return tracker.count()
	}
	return 0
}

// Run counts the pods that it finds, or is told of.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	tracker, factory := begin(client)
	if err := tracker.register(ctx, factory); err != nil {
		return 0, err
	}
	ch := make(chan string)
	if len(tracker.subscribe(ch)) > 0 {
		return 1, nil
	}
	select {
	case <-ch:
		return 1, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}
