// Package unfilled waits for a list that its constructor forgets to fill.
package unfilled

import (
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type counter struct {
	pods   corelisters.PodLister
	synced []cache.InformerSynced
}

func newCounter(pods coreinformers.PodInformer) *counter {
	return &counter{pods: pods.Lister()}
}

func (c *counter) run(ctx context.Context) (int, error) {
	if !cache.WaitForCacheSync(ctx.Done(), c.synced...) { // want `is given c.synced, which nothing fills.*\(syncwait/nothing-awaited\)`
		return 0, errors.New("not synced")
	}
	list, err := c.pods.List(labels.Everything())
	return len(list), err
}

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	c := newCounter(factory.Core().V1().Pods())
	factory.Start(ctx.Done())
	return c.run(ctx)
}
