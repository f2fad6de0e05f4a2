// Package gated has methods that fail until the informer is synced, and are right: what
// they do not find in what the handler fills they look for in the store, or they are
// asked again, or they fill it themselves.
package gated

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

var errNotSynced = errors.New("the pods are not synced")

// Pods knows the nodes of pods.
type Pods struct {
	informer cache.SharedIndexInformer
	mu       sync.Mutex
	nodes    map[string]string
}

// Watch has a handler fill what is known of pods.
func Watch(informer cache.SharedIndexInformer) *Pods {
	p := &Pods{informer: informer, nodes: make(map[string]string)}
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				time.Sleep(time.Second) // a handler with work to do
				p.mu.Lock()
				defer p.mu.Unlock()
				p.nodes[pod.Name] = pod.Spec.NodeName
			}
		},
	})
	return p
}

// Node looks into the store for what the handler has not seen.
func (p *Pods) Node(key, name string) (string, error) {
	if !p.informer.HasSynced() {
		return "", errNotSynced
	}
	p.mu.Lock()
	node, ok := p.nodes[name]
	p.mu.Unlock()
	if ok {
		return node, nil
	}
	obj, _, err := p.informer.GetStore().GetByKey(key)
	if pod, ok := obj.(*corev1.Pod); ok {
		return pod.Spec.NodeName, nil
	}
	return "", err
}

// Known answers in any case: that it says more when the informer is synced promises nothing.
func (p *Pods) Known(name string) (string, bool) {
	if !p.informer.HasSynced() {
		time.Sleep(time.Second) // it may come yet
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	node, ok := p.nodes[name]
	return node, ok
}

// Any only says whether there is anything, as a probe asks again and again.
func (p *Pods) Any() bool {
	if !p.informer.HasSynced() {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.nodes) > 0
}

// Placed is asked again and again, below.
func (p *Pods) Placed(name string) (string, error) {
	if !p.informer.HasSynced() {
		return "", errNotSynced
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.nodes[name], nil
}

// Run counts the pods that have a node.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := Watch(factory.Core().V1().Pods().Informer())
	factory.Start(ctx.Done())
	for ctx.Err() == nil {
		if node, err := pods.Placed("till"); err == nil && node != "" {
			return 1, nil
		}
		time.Sleep(time.Second)
	}
	return 0, ctx.Err()
}
