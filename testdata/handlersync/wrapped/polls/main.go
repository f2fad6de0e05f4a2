// Package polls has a component, used by its value, whose WaitForSync polls the
// informer.
package polls

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// An Index knows the names of pods.
type Index struct {
	informer cache.SharedIndexInformer
	mu       *sync.Mutex
	names    map[string]bool
}

// NewIndex indexes the pods of an informer.
func NewIndex(informer cache.SharedIndexInformer) Index {
	index := Index{informer: informer, mu: new(sync.Mutex), names: make(map[string]bool)}
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: index.add})
	return index
}

func (i Index) add(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	time.Sleep(time.Second) // a handler with work to do
	i.mu.Lock()
	defer i.mu.Unlock()
	i.names[pod.Name] = true
}

// WaitForSync returns when the index is complete.
func (i Index) WaitForSync(ctx context.Context) error {
	return wait.PollUntilContextCancel(ctx, 100*time.Millisecond, true, func(context.Context) (bool, error) { // want `WaitForSync says that Index is synced as soon as the informer is.*\(handlersync/state-before-delivered\)`
		if !i.informer.HasSynced() {
			return false, nil
		}
		return true, nil
	})
}

// Has reports whether there is a pod of a name.
func (i Index) Has(name string) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.names[name]
}

// Run counts the pods that the index knows of.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	index := NewIndex(factory.Core().V1().Pods().Informer())
	factory.Start(ctx.Done())
	if err := index.WaitForSync(ctx); err != nil {
		return 0, err
	}
	if index.Has("till") {
		return 1, nil
	}
	return 0, nil
}
