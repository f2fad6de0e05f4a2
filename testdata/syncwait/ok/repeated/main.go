// Package repeated asks an informer twice where no other is forgotten.
package repeated

import (
	"context"
	"errors"

	"k8s.io/client-go/informers"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

var errNotSynced = errors.New("not synced")

// all asks its pods twice, and its nodes as well.
type all struct {
	pods, nodes cache.Store
	hasSynced   func() bool
}

func newAll(pods, nodes cache.SharedIndexInformer) *all {
	return &all{pods: pods.GetStore(), nodes: nodes.GetStore(), hasSynced: func() bool {
		return pods.HasSynced() && nodes.HasSynced() && pods.HasSynced()
	}}
}

func (c *all) count(ctx context.Context) (int, error) {
	if !cache.WaitForCacheSync(ctx.Done(), c.hasSynced) {
		return 0, errNotSynced
	}
	return min(len(c.pods.List()), len(c.nodes.List())), nil
}

// later asks its pods twice, and its nodes where they are needed.
type later struct {
	nodes       cache.Store
	nodesSynced cache.InformerSynced
	synced      []cache.InformerSynced
}

func newLater(pods coreinformers.PodInformer, nodes coreinformers.NodeInformer) *later {
	c := &later{nodes: nodes.Informer().GetStore(), nodesSynced: nodes.Informer().HasSynced}
	c.synced = append(c.synced, pods.Informer().HasSynced)
	c.synced = append(c.synced, pods.Informer().HasSynced)
	return c
}

func (c *later) count(ctx context.Context) (int, error) {
	if !cache.WaitForCacheSync(ctx.Done(), c.synced...) || !cache.WaitForCacheSync(ctx.Done(), c.nodesSynced) {
		return 0, errNotSynced
	}
	return len(c.nodes.List()), nil
}

// either asks its pods once, whatever it is told.
type either struct {
	pods   cache.Store
	synced []cache.InformerSynced
}

func newEither(pods, nodes cache.SharedIndexInformer, both bool) *either {
	c := &either{pods: pods.GetStore()}
	if both {
		c.synced = append(c.synced, pods.HasSynced, nodes.HasSynced)
	} else {
		c.synced = append(c.synced, pods.HasSynced)
	}
	return c
}

func (c *either) count(ctx context.Context) (int, error) {
	if !cache.WaitForCacheSync(ctx.Done(), c.synced...) {
		return 0, errNotSynced
	}
	return len(c.pods.List()), nil
}

// unread is given nodes that it does not read.
type unread struct {
	pods      cache.Store
	hasSynced func() bool
}

func newUnread(pods, _, nodes cache.SharedIndexInformer) *unread {
	return &unread{pods: pods.GetStore(), hasSynced: func() bool { return pods.HasSynced() && pods.HasSynced() }}
}

func (c *unread) count(ctx context.Context) (int, error) {
	if !cache.WaitForCacheSync(ctx.Done(), c.hasSynced) {
		return 0, errNotSynced
	}
	return len(c.pods.List()), nil
}

// Run counts in four ways.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods, nodes := factory.Core().V1().Pods(), factory.Core().V1().Nodes()
	p, n := pods.Informer(), nodes.Informer()
	counts := []func(context.Context) (int, error){
		newAll(p, n).count, newLater(pods, nodes).count, newEither(p, n, false).count, newUnread(p, n, n).count,
	}
	factory.Start(ctx.Done())
	least := 0
	for i, count := range counts {
		found, err := count(ctx)
		if err != nil {
			return 0, err
		}
		if i == 0 || found < least {
			least = found
		}
	}
	return least, nil
}
