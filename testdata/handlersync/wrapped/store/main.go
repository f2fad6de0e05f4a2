// Package store has a component that fills somebody else's store, to which it has a
// pointer, and says when that is full.
package store

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// A Resolver knows where pods are.
type Resolver struct {
	mu    sync.Mutex
	where map[string]string
}

// Update notes a pod.
func (r *Resolver) Update(pod *corev1.Pod) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.where[pod.Name] = pod.Namespace
}

// Resolve returns the namespace of a pod.
func (r *Resolver) Resolve(name string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.where[name]
}

// Pods tells a resolver of pods.
type Pods struct {
	informer cache.SharedIndexInformer
	resolver *Resolver
}

// NewPods tells a resolver of the pods of an informer.
func NewPods(informer cache.SharedIndexInformer, resolver *Resolver) (*Pods, error) {
	p := &Pods{informer: informer, resolver: resolver}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: p.add})
	return p, err
}

func (p *Pods) add(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		time.Sleep(time.Second) // a handler with work to do
		p.resolver.Update(pod)
	}
}

// HasSynced reports whether the resolver knows the pods that exist.
func (p *Pods) HasSynced() bool {
	return p.informer.HasSynced() // want `HasSynced says that Pods is synced as soon as the informer is.*Resolver.where.*\(handlersync/state-before-delivered\)`
}

// Run counts the pods that the resolver knows of.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	resolver := &Resolver{where: make(map[string]string)}
	pods, err := NewPods(factory.Core().V1().Pods().Informer(), resolver)
	if err != nil {
		return 0, err
	}
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), pods.HasSynced) {
		return 0, ctx.Err()
	}
	if resolver.Resolve("till") != "" {
		return 1, nil
	}
	return 0, nil
}
