// Package slice registers an informer after its factory was started, and keeps
// it in a slice whose elements are all run one by one.
package slice

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

type operator struct {
	informers []cache.SharedIndexInformer
	services  cache.Store
}

func newOperator(ctx context.Context, client kubernetes.Interface) *operator {
	factory := informers.NewSharedInformerFactory(client, 0)
	o := &operator{}
	pods := factory.Core().V1().Pods().Informer()
	factory.Start(ctx.Done())
	cache.WaitForCacheSync(ctx.Done(), pods.HasSynced)

	services := factory.Core().V1().Services().Informer()
	o.services = services.GetStore()
	o.informers = append(o.informers, services)
	return o
}

func (o *operator) run(ctx context.Context) (int, error) {
	synced := make([]cache.InformerSynced, 0, len(o.informers))
	for _, informer := range o.informers {
		go informer.RunWithContext(ctx)
		synced = append(synced, informer.HasSynced)
	}
	if !cache.WaitForCacheSync(ctx.Done(), synced...) {
		return 0, ctx.Err()
	}
	return len(o.services.List()), nil
}

// Run counts the services.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	return newOperator(ctx, client).run(ctx)
}
