// Package mapped has an informer for each namespace, and an index that their
// handlers fill.
package mapped

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// An Index knows pods by their names.
type Index struct {
	mu   sync.Mutex
	pods map[string]*corev1.Pod
}

// Has reports whether there is a pod of a name.
func (x *Index) Has(name string) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.pods[name] != nil
}

func (x *Index) add(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	time.Sleep(time.Second) // a handler with work to do
	x.mu.Lock()
	defer x.mu.Unlock()
	x.pods[pod.Name] = pod
}

// Informers are those of some namespaces, which fill an index.
type Informers struct {
	client    kubernetes.Interface
	index     *Index
	mu        sync.Mutex
	informers map[string]cache.SharedIndexInformer
}

// NewInformers has no informers yet.
func NewInformers(client kubernetes.Interface, index *Index) *Informers {
	return &Informers{client: client, index: index, informers: make(map[string]cache.SharedIndexInformer)}
}

// Watch fills the index with the pods of a namespace.
func (n *Informers) Watch(ctx context.Context, namespace string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if _, ok := n.informers[namespace]; ok {
		return
	}
	factory := informers.NewSharedInformerFactoryWithOptions(n.client, 0, informers.WithNamespace(namespace))
	informer := factory.Core().V1().Pods().Informer()
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: n.index.add})
	factory.Start(ctx.Done())
	n.informers[namespace] = informer
}

// HasSynced reports whether the index has the pods of all namespaces.
func (n *Informers) HasSynced() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, informer := range n.informers {
		if !informer.HasSynced() { // want `HasSynced says that Informers is synced as soon as the informer is.*Index.pods.*\(handlersync/state-before-delivered\)`
			return false
		}
	}
	return true
}

// Run counts the pods that the index has.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	index := &Index{pods: make(map[string]*corev1.Pod)}
	all := NewInformers(client, index)
	all.Watch(ctx, "shop")
	if !cache.WaitForCacheSync(ctx.Done(), all.HasSynced) {
		return 0, ctx.Err()
	}
	if index.Has("till") {
		return 1, nil
	}
	return 0, nil
}
