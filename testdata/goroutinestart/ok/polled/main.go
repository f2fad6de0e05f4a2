// Package polled starts two factories in goroutines and waits on the informers
// themselves, which were registered before.
package polled

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type podController struct {
	pods     corelisters.PodLister
	secrets  corelisters.SecretLister
	informer cache.SharedIndexInformer
	synced   cache.InformerSynced
}

func newPodController(pods coreinformers.PodInformer, secrets coreinformers.SecretInformer) *podController {
	return &podController{
		pods: pods.Lister(), informer: pods.Informer(),
		secrets: secrets.Lister(), synced: secrets.Informer().HasSynced,
	}
}

func (c *podController) run(ctx context.Context) (int, error) {
	if !cache.WaitForNamedCacheSyncWithContext(ctx, c.informer.HasSynced, c.synced) {
		return 0, ctx.Err()
	}
	if _, err := c.secrets.List(labels.Everything()); err != nil {
		return 0, err
	}
	pods, err := c.pods.List(labels.Everything())
	return len(pods), err
}

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	shop := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace("shop"))
	secrets := informers.NewSharedInformerFactory(client, 0)
	c := newPodController(shop.Core().V1().Pods(), secrets.Core().V1().Secrets())
	go shop.Start(ctx.Done())
	go secrets.Start(ctx.Done())
	return c.run(ctx)
}
