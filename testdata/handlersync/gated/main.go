// Package gated has a method that fails until the informer is synced, and then answers
// from what the handler fills.
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

// Nodes knows which pods are on which node.
type Nodes struct {
	synced cache.InformerSynced
	mu     sync.Mutex
	pods   map[string]map[string]bool
}

var errNotSynced = errors.New("the pods are not synced")

// Watch has a handler fill what Nodes knows.
func Watch(informer cache.SharedIndexInformer) *Nodes {
	nodes := &Nodes{pods: make(map[string]map[string]bool)}
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				time.Sleep(time.Second) // a handler with work to do
				nodes.add(pod)
			}
		},
	})
	nodes.synced = informer.HasSynced
	return nodes
}

func (n *Nodes) add(pod *corev1.Pod) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.pods[pod.Spec.NodeName] == nil {
		n.pods[pod.Spec.NodeName] = make(map[string]bool)
	}
	n.pods[pod.Spec.NodeName][pod.Name] = true
}

// Has reports whether a pod of a name is on one of the nodes.
func (n *Nodes) Has(name string) (bool, error) {
	if n.synced == nil {
		return false, errors.New("nothing is watched")
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.synced() { // want `Has answers from Nodes.pods as soon as the informer is synced.*\(handlersync/state-before-delivered\)`
		return false, errNotSynced
	}
	for _, pods := range n.pods {
		if pods[name] {
			return true, nil
		}
	}
	return false, nil
}

// Names returns the names of the pods on a node.
func (n *Nodes) Names(node string) ([]string, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.synced() {
		return nil, errNotSynced
	}
	var names []string
	for name := range n.pods[node] {
		names = append(names, name)
	}
	return names, nil
}

// open reports whether questions are answered.
func (n *Nodes) open() bool {
	_, err := n.Has("")
	return err == nil
}

// Run counts the pods that it is told of when questions are answered.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	nodes := Watch(factory.Core().V1().Pods().Informer())
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), nodes.open) {
		return 0, ctx.Err()
	}
	there, err := nodes.Has("till")
	if err != nil || !there {
		return 0, err
	}
	return 1, nil
}
