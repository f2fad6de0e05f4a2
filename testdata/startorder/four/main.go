// Package four holds four informers of which Run starts two.
package four

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

type inventory struct {
	pods, nodes, services, secrets cache.SharedIndexInformer
}

func newInventory(client kubernetes.Interface) *inventory {
	core := informers.NewSharedInformerFactory(client, 0).Core().V1()
	return &inventory{
		pods:     core.Pods().Informer(),
		nodes:    core.Nodes().Informer(),
		services: core.Services().Informer(),
		secrets:  core.Secrets().Informer(), // want `\(startorder/never-started\)`
	}
}

func (i *inventory) run(ctx context.Context) (int, error) {
	go i.pods.Run(ctx.Done())
	go i.nodes.Run(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), i.pods.HasSynced, i.nodes.HasSynced,
		i.services.HasSynced, i.secrets.HasSynced) {
		return 0, ctx.Err()
	}
	return i.size(), nil
}

func (i *inventory) size() int {
	return len(i.services.GetStore().ListKeys()) * len(i.secrets.GetStore().ListKeys())
}

// Run counts pairs of a service and a secret.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	return newInventory(client).run(ctx)
}
