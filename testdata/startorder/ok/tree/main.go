// Package tree starts what hangs on what it has started, by a function that calls
// itself.
package tree

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

type node struct {
	factory informers.SharedInformerFactory
	below   []*node
}

func (n *node) start(stop <-chan struct{}) {
	n.factory.Start(stop)
	for _, next := range n.below {
		next.start(stop)
	}
}

func (n *node) wait(stop <-chan struct{}) {
	for _, next := range n.below {
		next.wait(stop)
	}
	n.factory.WaitForCacheSync(stop)
}

// Run counts pairs of a pod and a service.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	first, second := informers.NewSharedInformerFactory(client, 0), informers.NewSharedInformerFactory(client, 0)
	pods, services := first.Core().V1().Pods().Lister(), second.Core().V1().Services().Lister()
	top := &node{first, []*node{{second, nil}}}
	top.start(ctx.Done())
	top.wait(ctx.Done())
	found, err := pods.List(labels.Everything())
	if err != nil {
		return 0, err
	}
	others, err := services.List(labels.Everything())
	return len(found) * len(others), err
}
