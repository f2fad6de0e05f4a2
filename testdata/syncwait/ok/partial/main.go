// Package partial is given several informers, and leaves out one where that is
// meant, or cannot be seen to be wrong.
package partial

import (
	"context"
	"errors"
	"sync/atomic"

	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/tools/cache"
)

var errNotSynced = errors.New("not synced")

// handled is told of each node.
type handled struct {
	pods, services, nodes cache.SharedIndexInformer
	seen                  atomic.Int64
}

func newHandled(pods, services, nodes cache.SharedIndexInformer) (*handled, error) {
	c := &handled{pods: pods, services: services, nodes: nodes}
	_, err := nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) { c.seen.Store(int64(len(c.nodes.GetStore().List()))) }})
	return c, err
}

func (c *handled) run(ctx context.Context) error {
	if !cache.WaitForCacheSync(ctx.Done(), c.pods.HasSynced, c.services.HasSynced) {
		return errNotSynced
	}
	return nil
}

// unread keeps nodes that nothing reads.
type unread struct {
	pods, services cache.SharedIndexInformer
	nodes          cache.Store
}

func newUnread(pods, services, nodes cache.SharedIndexInformer) *unread {
	return &unread{pods: pods, services: services, nodes: nodes.GetStore()}
}

func (c *unread) run(ctx context.Context) error {
	if !cache.WaitForCacheSync(ctx.Done(), c.pods.HasSynced, c.services.HasSynced) {
		return errNotSynced
	}
	return nil
}

// one asks one of its two informers: it may do without the other.
type one struct {
	pods, nodes cache.SharedIndexInformer
}

func newOne(pods, nodes cache.SharedIndexInformer) *one {
	return &one{pods: pods, nodes: nodes}
}

func (c *one) run(ctx context.Context) (int, error) {
	if !cache.WaitForCacheSync(ctx.Done(), c.pods.HasSynced) {
		return 0, errNotSynced
	}
	return len(c.nodes.GetStore().List()), nil
}

// handedOn gives the nodes to something that may wait for them.
type handedOn struct {
	pods, services, nodes cache.SharedIndexInformer
}

func newHandedOn(pods, services, nodes cache.SharedIndexInformer) *handedOn {
	return &handedOn{pods: pods, services: services, nodes: nodes}
}

func (c *handedOn) run(ctx context.Context, await func(cache.SharedIndexInformer) bool) (int, error) {
	if !cache.WaitForCacheSync(ctx.Done(), c.pods.HasSynced, c.services.HasSynced) || !await(c.nodes) {
		return 0, errNotSynced
	}
	return len(c.nodes.GetStore().List()), nil
}

// twice waits for the nodes only before it reads them.
type twice struct {
	pods, services, nodes cache.SharedIndexInformer
}

func newTwice(pods, services, nodes cache.SharedIndexInformer) *twice {
	return &twice{pods: pods, services: services, nodes: nodes}
}

func (c *twice) run(ctx context.Context) (int, error) {
	if !cache.WaitForCacheSync(ctx.Done(), c.pods.HasSynced, c.services.HasSynced) {
		return 0, errNotSynced
	}
	if len(c.pods.GetStore().List()) == 0 {
		return 0, nil
	}
	if !cache.WaitForCacheSync(ctx.Done(), c.nodes.HasSynced) {
		return 0, errNotSynced
	}
	return len(c.nodes.GetStore().List()), nil
}

// Count counts the nodes. Whoever calls it has waited for all of them.
func Count(ctx context.Context, pods coreinformers.PodInformer, services coreinformers.ServiceInformer, nodes coreinformers.NodeInformer) (int, error) {
	p, s, n := pods.Informer(), services.Informer(), nodes.Informer()
	h, err := newHandled(p, s, n)
	if err != nil {
		return 0, err
	}
	if err := errors.Join(h.run(ctx), newUnread(p, s, n).run(ctx)); err != nil {
		return 0, err
	}
	if _, err := newOne(p, n).run(ctx); err != nil {
		return 0, err
	}
	if _, err := newHandedOn(p, s, n).run(ctx, func(i cache.SharedIndexInformer) bool { return i.HasSynced() }); err != nil {
		return 0, err
	}
	return newTwice(p, s, n).run(ctx)
}
