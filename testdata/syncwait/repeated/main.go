// Package repeated asks one of its informers twice in a condition, and another
// one never.
package repeated

import (
	"context"
	"errors"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

type counter struct {
	pods, services, nodes cache.Store
	hasSynced             func() bool
}

func newCounter(pods, services, nodes cache.SharedIndexInformer) *counter {
	c := &counter{pods: pods.GetStore(), services: services.GetStore(), nodes: nodes.GetStore()}
	c.hasSynced = func() bool {
		return pods.HasSynced() && services.HasSynced() &&
			pods.HasSynced() // want `pods.HasSynced is awaited twice, and nodes.HasSynced is not awaited at all.*\(syncwait/duplicate-synced\)`
	}
	return c
}

func (c *counter) count(ctx context.Context) (int, error) {
	if !cache.WaitForCacheSync(ctx.Done(), c.hasSynced) {
		return 0, errors.New("not synced")
	}
	if len(c.pods.List())+len(c.services.List()) == 0 {
		return 0, nil
	}
	return len(c.nodes.List()), nil
}

// Run counts the nodes, if there is anything else.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	core := factory.Core().V1()
	c := newCounter(core.Pods().Informer(), core.Services().Informer(), core.Nodes().Informer())
	factory.Start(ctx.Done())
	return c.count(ctx)
}
