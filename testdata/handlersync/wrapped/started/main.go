// Package started has a component that registers in its constructor, checks the
// error, and answers in two methods; the handler fills two maps in a helper.
package started

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

type entry struct{ namespace, name string }

// An Index finds pods by name.
type Index struct {
	factory  informers.SharedInformerFactory
	informer cache.SharedIndexInformer

	mu      sync.RWMutex
	entries map[string]entry
	byName  map[string]string // keys of entries
}

// New makes an index that is not started.
func New(client kubernetes.Interface) (*Index, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods().Informer()
	index := &Index{
		factory:  factory,
		informer: pods,
		entries:  make(map[string]entry),
		byName:   make(map[string]string),
	}
	if _, err := pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    index.changed,
		UpdateFunc: func(_, obj any) { index.changed(obj) },
	}); err != nil {
		return nil, err
	}
	return index, nil
}

// Start starts the informer.
func (i *Index) Start(ctx context.Context) { i.factory.Start(ctx.Done()) }

// WaitForSync waits until the index knows what exists.
func (i *Index) WaitForSync(ctx context.Context) bool {
	return cache.WaitForCacheSync(ctx.Done(), i.informer.HasSynced) // want `WaitForSync says that Index is synced as soon as the informer is.*\(handlersync/state-before-delivered\)`
}

// HasSynced reports whether the index knows what exists.
func (i *Index) HasSynced() bool {
	return i.informer.HasSynced()
}

// Namespace returns the namespace of a pod of a name.
func (i *Index) Namespace(name string) (string, bool) {
	i.mu.RLock()
	defer i.mu.RUnlock()
	key, ok := i.byName[name]
	if !ok {
		return "", false
	}
	e, ok := i.entries[key]
	return e.namespace, ok
}

func (i *Index) changed(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	i.upsert(entry{pod.Namespace, pod.Name})
}

func (i *Index) upsert(e entry) {
	time.Sleep(time.Second) // a handler with work to do
	i.mu.Lock()
	defer i.mu.Unlock()
	i.entries[e.namespace+"/"+e.name] = e
	i.byName[e.name] = e.namespace + "/" + e.name
}

// Run counts the pods that the index knows of.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	index, err := New(client)
	if err != nil {
		return 0, err
	}
	index.Start(ctx)
	if !index.WaitForSync(ctx) {
		return 0, ctx.Err()
	}
	if _, ok := index.Namespace("till"); ok {
		return 1, nil
	}
	return 0, nil
}
