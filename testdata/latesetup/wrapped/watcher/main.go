// Package watcher hides the informer in a type, whose methods run it and set
// the handler of watch errors, in this order.
package watcher

import (
	"context"
	"sync/atomic"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

type nodes struct {
	informer cache.SharedIndexInformer
	told     atomic.Int64
}

func newNodes(client kubernetes.Interface) *nodes {
	return &nodes{informer: cache.NewSharedIndexInformer(source(client), &corev1.Node{}, 0, cache.Indexers{})}
}

func (n *nodes) start(ctx context.Context) bool {
	go n.informer.RunWithContext(ctx)
	return cache.WaitForCacheSync(ctx.Done(), n.informer.HasSynced)
}

func (n *nodes) listen() {
	_ = n.informer.SetWatchErrorHandlerWithContext(func(context.Context, *cache.Reflector, error) { n.told.Add(1) })
}

// Run counts the errors that the handler is told of.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	n := newNodes(client)
	if !n.start(ctx) {
		return 0, ctx.Err()
	}
	n.listen() // want `SetWatchErrorHandlerWithContext \(main.go:33\) comes after the start of the Node informer \(main.go:39\).*\(latesetup/late-watch-error-handler\)`
	return int(n.told.Load()), nil
}

// source lists and watches nodes; the first list fails, also when it is tried
// again at once.
func source(client kubernetes.Interface) cache.ListerWatcher {
	nodes := client.CoreV1().Nodes()
	var lists atomic.Int64
	return cache.ToListWatcherWithWatchListSemantics(&cache.ListWatch{
		ListWithContextFunc: func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
			if lists.Add(1) <= 2 {
				return nil, apierrors.NewResourceExpired("the server was restored")
			}
			return nodes.List(ctx, options)
		},
		WatchFuncWithContext: func(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
			return nodes.Watch(ctx, options)
		},
	}, client)
}
