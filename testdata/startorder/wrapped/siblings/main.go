// Package siblings keeps two factories in a struct, of which its user starts
// one. The report is where the other one is made.
package siblings

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type factories struct {
	cluster, shop informers.SharedInformerFactory
}

func newFactories(client kubernetes.Interface) *factories {
	return &factories{
		cluster: informers.NewSharedInformerFactory(client, 0),
		shop:    informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace("shop")), // want `\(startorder/never-started\)`
	}
}

type controller struct {
	secrets corelisters.SecretLister
	synced  []cache.InformerSynced
}

func newController(f *factories) *controller {
	secrets, pods := f.shop.Core().V1().Secrets(), f.cluster.Core().V1().Pods()
	return &controller{
		secrets: secrets.Lister(),
		synced:  []cache.InformerSynced{secrets.Informer().HasSynced, pods.Informer().HasSynced},
	}
}

func (c *controller) run(ctx context.Context) (int, error) {
	if !cache.WaitForCacheSync(ctx.Done(), c.synced...) {
		return 0, ctx.Err()
	}
	secrets, err := c.secrets.List(labels.Everything())
	return len(secrets), err
}

// Run counts the secrets of the shop.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	f := newFactories(client)
	c := newController(f)
	f.cluster.Start(ctx.Done())
	return c.run(ctx)
}
