// Package partial is given the informers of pods, services and nodes, and waits
// for the first two.
package partial

import (
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/labels"
	coreinformers "k8s.io/client-go/informers/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

var errNotSynced = errors.New("not synced")

// fields keeps its informers.
type fields struct {
	pods, services, nodes cache.SharedIndexInformer
}

func newFields(pods, services, nodes cache.SharedIndexInformer) *fields {
	return &fields{pods: pods, services: services, nodes: nodes}
}

func (c *fields) run(ctx context.Context) (int, error) {
	if !cache.WaitForCacheSync(ctx.Done(), c.pods.HasSynced, c.services.HasSynced) { // want `asks some of the informers that newFields is given, and not nodes: unless the caller waits for that one, what reads nodes may.*; wait for nodes \(syncwait/partial-wait\)`
		return 0, errNotSynced
	}
	if len(c.pods.GetStore().List())+len(c.services.GetStore().List()) == 0 {
		return 0, nil
	}
	return len(c.nodes.GetStore().List()), nil
}

// condition asks its informers in one function.
type condition struct {
	pods, services, nodes cache.Store
	hasSynced             func() bool
}

func newCondition(pods, services, nodes cache.SharedIndexInformer) *condition {
	c := &condition{
		pods:     pods.GetStore(),
		services: services.GetStore(),
		nodes:    nodes.GetStore(),
	}
	c.hasSynced = func() bool {
		return pods.HasSynced() && services.HasSynced()
	}
	return c
}

func (c *condition) run(ctx context.Context) (int, error) {
	if !cache.WaitForCacheSync(ctx.Done(), c.hasSynced) { // want `newCondition is given, and not nodes: .*; wait for nodes \(syncwait/partial-wait\)`
		return 0, errNotSynced
	}
	if len(c.pods.List())+len(c.services.List()) == 0 {
		return 0, nil
	}
	return len(c.nodes.List()), nil
}

// list keeps what it waits for in a list, and its lister beside it.
type list struct {
	pods     corelisters.PodLister
	services corelisters.ServiceLister
	nodes    corelisters.NodeLister
	synced   []cache.InformerSynced
}

func newList(pods coreinformers.PodInformer, services coreinformers.ServiceInformer, nodes coreinformers.NodeInformer) *list {
	c := &list{pods: pods.Lister(), services: services.Lister(), nodes: nodes.Lister()}
	c.synced = []cache.InformerSynced{
		pods.Informer().HasSynced,
		services.Informer().HasSynced,
	}
	return c
}

func (c *list) run(ctx context.Context) (int, error) {
	if !cache.WaitForCacheSync(ctx.Done(), c.synced...) { // want `newList is given, and not nodes: .*; wait for nodes \(syncwait/partial-wait\)`
		return 0, errNotSynced
	}
	pods, err := c.pods.List(labels.Everything())
	if err != nil {
		return 0, err
	}
	services, err := c.services.List(labels.Everything())
	if err != nil || len(pods)+len(services) == 0 {
		return 0, err
	}
	nodes, err := c.nodes.List(labels.Everything())
	return len(nodes), err
}

// Count counts the nodes in three ways.
func Count(ctx context.Context, pods coreinformers.PodInformer, services coreinformers.ServiceInformer, nodes coreinformers.NodeInformer) (int, error) {
	p, s, n := pods.Informer(), services.Informer(), nodes.Informer()
	all, err := newFields(p, s, n).run(ctx)
	if err != nil {
		return 0, err
	}
	more, err := newCondition(p, s, n).run(ctx)
	if err != nil {
		return 0, err
	}
	most, err := newList(pods, services, nodes).run(ctx)
	return min(all, more, most), err
}
