// Package declared has two defects whose mends do not go together: each of them
// declares the same variable.
package declared

import (
	"context"
	"sync"
	"time"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Pods knows the keys of pods.
type Pods struct {
	informer cache.SharedIndexInformer
	mu       sync.Mutex
	keys     map[string]bool
}

// HasSynced reports whether all keys are known.
func (p *Pods) HasSynced() bool {
	return p.informer.HasSynced() // want `\(handlersync/state-before-delivered\)`
}

// Has reports whether there is a pod of a key.
func (p *Pods) Has(key string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.keys[key]
}

func (p *Pods) add(obj any) {
	key, err := cache.MetaNamespaceKeyFunc(obj)
	if err != nil {
		return
	}
	time.Sleep(time.Second) // a handler with work to do
	p.mu.Lock()
	defer p.mu.Unlock()
	p.keys[key] = true
}

// Nodes knows the names of nodes.
type Nodes struct {
	informer cache.SharedIndexInformer
	mu       sync.Mutex
	names    map[string]bool
}

// HasSynced reports whether all names are known.
func (n *Nodes) HasSynced() bool {
	return n.informer.HasSynced() // want `\(handlersync/state-before-delivered\)`
}

// Has reports whether there is a node of a name.
func (n *Nodes) Has(name string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.names[name]
}

func (n *Nodes) add(obj any) {
	key, err := cache.MetaNamespaceKeyFunc(obj)
	if err != nil {
		return
	}
	time.Sleep(2 * time.Second) // it has more work to do
	n.mu.Lock()
	defer n.mu.Unlock()
	n.names[key] = true
}

// Run counts which of one pod and one node are known.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := &Pods{informer: factory.Core().V1().Pods().Informer(), keys: make(map[string]bool)}
	nodes := &Nodes{informer: factory.Core().V1().Nodes().Informer(), names: make(map[string]bool)}
	if _, err := pods.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: pods.add}); err != nil {
		return 0, err
	}
	if _, err := nodes.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: nodes.add}); err != nil {
		return 0, err
	}
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), pods.HasSynced, nodes.HasSynced) {
		return 0, ctx.Err()
	}
	known := 0
	if pods.Has("shop/till") {
		known++
	}
	if nodes.Has("node-1") {
		known++
	}
	return known, nil
}
