// Package samename keeps one HasSynced under two names, and awaits the other
// informer as well: by a field with a name of its own, or beside the fields.
package samename

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
	podLister  corelisters.PodLister
	podSynced  cache.InformerSynced
	nodeLister corelisters.NodeLister
	nodeSynced cache.InformerSynced
	ready      cache.InformerSynced
}

func newCounter(pods coreinformers.PodInformer, nodes coreinformers.NodeInformer) *counter {
	return &counter{
		podLister:  pods.Lister(),
		podSynced:  pods.Informer().HasSynced,
		nodeLister: nodes.Lister(),
		nodeSynced: pods.Informer().HasSynced,
		ready:      nodes.Informer().HasSynced,
	}
}

func newOther(ctx context.Context, pods coreinformers.PodInformer, nodes coreinformers.NodeInformer) *counter {
	go func() { cache.WaitForCacheSync(ctx.Done(), nodes.Informer().HasSynced) }()
	return newCounter(pods, nodes)
}

func (c *counter) run(ctx context.Context) (int, error) {
	if !cache.WaitForCacheSync(ctx.Done(), c.nodeSynced, c.podSynced, c.ready) {
		return 0, errors.New("not synced")
	}
	pods, err := c.podLister.List(labels.Everything())
	if err != nil || len(pods) == 0 {
		return 0, err
	}
	nodes, err := c.nodeLister.List(labels.Everything())
	return len(nodes), err
}

// Run counts the nodes, if there are pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	c := newOther(ctx, factory.Core().V1().Pods(), factory.Core().V1().Nodes())
	factory.Start(ctx.Done())
	return c.run(ctx)
}
