// Package mistaken waits for two informers, and keeps the HasSynced of one of them
// under the name of the other as well. The other has a handler.
package mistaken

import (
	"context"
	"errors"
	"sync/atomic"

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
	seen       atomic.Int32
}

func newCounter(pods coreinformers.PodInformer, nodes coreinformers.NodeInformer) *counter {
	c := &counter{
		podLister:  pods.Lister(),
		podSynced:  pods.Informer().HasSynced,
		nodeLister: nodes.Lister(),
		nodeSynced: pods.Informer().HasSynced, // want `pods.Informer\(\).HasSynced is awaited twice, and nodes.Informer\(\).HasSynced is not awaited.*\(syncwait/duplicate-synced\)`
	}
	// It is told of each node, which does not help what reads them all.
	nodes.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) { c.seen.Add(1) }})
	return c
}

func (c *counter) run(ctx context.Context) (int, error) {
	if !cache.WaitForCacheSync(ctx.Done(), c.podSynced, c.nodeSynced) {
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
	c := newCounter(factory.Core().V1().Pods(), factory.Core().V1().Nodes())
	factory.Start(ctx.Done())
	return c.run(ctx)
}
