// Package latched has a component that sets a flag behind its wait for the informer.
package latched

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// A Watcher knows the names of pods.
type Watcher struct {
	factory informers.SharedInformerFactory
	synced  atomic.Bool
	mu      sync.Mutex
	names   map[string]bool
}

// Run watches until it is stopped.
func (w *Watcher) Run(ctx context.Context) {
	_, err := w.factory.Core().V1().Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: w.add})
	if err != nil {
		klog.ErrorS(err, "the pods cannot be watched")
		return
	}
	w.factory.Start(ctx.Done())
	w.factory.WaitForCacheSync(ctx.Done())
	w.synced.Store(true)
	<-ctx.Done()
}

func (w *Watcher) add(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	time.Sleep(time.Second) // a handler with work to do
	w.mu.Lock()
	defer w.mu.Unlock()
	w.names[pod.Name] = true
}

// Synced reports whether the watcher knows the pods that exist.
func (w *Watcher) Synced() bool {
	return w.synced.Load() // want `Synced says that Watcher is synced as soon as the informer is.*Watcher.names.*\(handlersync/state-before-delivered\)`
}

// Has reports whether there is a pod of a name.
func (w *Watcher) Has(name string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.names[name]
}

// Run counts the pods that the watcher knows of.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	w := &Watcher{factory: informers.NewSharedInformerFactory(client, 0), names: make(map[string]bool)}
	go w.Run(ctx)
	if !cache.WaitForCacheSync(ctx.Done(), w.Synced) {
		return 0, ctx.Err()
	}
	if w.Has("till") {
		return 1, nil
	}
	return 0, nil
}
