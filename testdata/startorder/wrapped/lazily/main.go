// Package lazily starts the factory when it is first asked for, which is too
// early for what is then registered.
package lazily

import (
	"context"
	"sync"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

type resources struct {
	once    sync.Once
	factory informers.SharedInformerFactory
}

func newResources(client kubernetes.Interface) *resources {
	return &resources{factory: informers.NewSharedInformerFactory(client, 0)}
}

func (r *resources) informers(ctx context.Context) informers.SharedInformerFactory {
	r.once.Do(func() { r.factory.Start(ctx.Done()) })
	return r.factory
}

// Run counts the pods if there are nodes.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	r := newResources(client)
	nodes := r.informers(ctx).Core().V1().Nodes().Lister() // want `\(startorder/late-registration\)`
	pods := r.informers(ctx).Core().V1().Pods().Lister()
	r.factory.WaitForCacheSync(ctx.Done())
	if found, err := nodes.List(labels.Everything()); err != nil || len(found) == 0 {
		return 0, err
	}
	found, err := pods.List(labels.Everything())
	return len(found), err
}
