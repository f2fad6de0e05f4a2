package zz1

import (
	"context"
	"errors"
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/wait"
	corelisters "k8s.io/client-go/listers/core/v1"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type controller struct {
	informer cache.SharedIndexInformer
	lister   corelisters.PodLister
	synced   cache.InformerSynced
}

func New(pods coreinformers.PodInformer) *controller {
	return &controller{informer: pods.Informer(), lister: pods.Lister(), synced: pods.Informer().HasSynced}
}

func (c *controller) Run(ctx context.Context) error {
	if !cache.WaitForCacheSync(ctx.Done()) {
		return errors.New("not synced")
	}
	go wait.Until(c.worker, time.Second, ctx.Done())
	<-ctx.Done()
	return nil
}

func (c *controller) worker() {
	c.lister.List(labels.Everything())
}

func Plain(ctx context.Context, informer cache.SharedIndexInformer) (int, error) {
	if !cache.WaitForCacheSync(ctx.Done()) {
		return 0, errors.New("not synced")
	}
	return len(informer.GetStore().List()), nil
}

func Accessor(ctx context.Context, pods coreinformers.PodInformer) (int, error) {
	informer := pods.Informer()
	if !cache.WaitForCacheSync(ctx.Done()) {
		return 0, errors.New("not synced")
	}
	return len(informer.GetStore().List()), nil
}
