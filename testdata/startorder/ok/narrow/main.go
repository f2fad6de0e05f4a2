// Package narrow runs its informers, and starts a factory, with go, through
// interfaces of its own.
package narrow

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

type runner interface {
	Run(stop <-chan struct{})
	HasSynced() bool
}

type source interface {
	runner
	GetStore() cache.Store
}

type starter interface {
	Start(stop <-chan struct{})
}

func run(stop <-chan struct{}, all ...runner) bool {
	var synced []cache.InformerSynced
	for _, one := range all {
		go one.Run(stop)
		synced = append(synced, one.HasSynced)
	}
	return cache.WaitForCacheSync(stop, synced...)
}

func start(stop <-chan struct{}, s starter, synced ...cache.InformerSynced) bool {
	go s.Start(stop)
	return cache.WaitForCacheSync(stop, synced...)
}

// Run counts triples of a pod, a service and a secret.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	var pods, services source = factory.Core().V1().Pods().Informer(), factory.Core().V1().Services().Informer()
	others := informers.NewSharedInformerFactory(client, 0)
	secrets := others.Core().V1().Secrets().Informer()
	if !run(ctx.Done(), pods, services) || !start(ctx.Done(), others, secrets.HasSynced) {
		return 0, ctx.Err()
	}
	return len(pods.GetStore().List()) * len(services.GetStore().List()) * len(secrets.GetStore().List()), nil
}
