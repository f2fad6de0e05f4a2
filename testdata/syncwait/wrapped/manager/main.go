// Package manager has a type with two methods, which are called in the wrong
// order.
package manager

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

type manager struct {
	factory informers.SharedInformerFactory
	pods    corelisters.PodLister
}

func newManager(client kubernetes.Interface) *manager {
	factory := informers.NewSharedInformerFactory(client, 0)
	return &manager{factory: factory, pods: factory.Core().V1().Pods().Lister()}
}

func (m *manager) start(ctx context.Context) { m.factory.Start(ctx.Done()) }

func (m *manager) sync(ctx context.Context) { m.factory.WaitForCacheSync(ctx.Done()) }

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	m := newManager(client)
	m.sync(ctx) // want `\(syncwait/wait-before-start\)`
	m.start(ctx)
	pods, err := m.pods.List(labels.Everything())
	return len(pods), err
}
