// Package registers has a method that registers a handler, returns the error if that
// fails, waits and returns; who calls it decides by what the handler has filled.
package registers

import (
	"context"
	"errors"
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

// Register has the tracker told of pods.
func (t *Tracker) Register(ctx context.Context, factory informers.SharedInformerFactory) error {
	informer := factory.Core().V1().Pods().Informer()
	if _, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: t.add}); err != nil {
		return err
	}
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
		return errors.New("the pods were not listed")
	}
	return nil
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

// Count is 1 if there is a pod of a name.
func (t *Tracker) Count(name string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.names[name] {
		return 1
	}
	return 0
}

// Run counts the pods that the tracker knows of.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	tracker := &Tracker{names: make(map[string]bool)}
	if err := tracker.Register(ctx, informers.NewSharedInformerFactory(client, 0)); err != nil { // want `this waits for the informer only: the handler that fills Tracker.names .*\(handlersync/state-before-delivered\)`
		return 0, err
	}
	return tracker.Count("till"), nil
}
