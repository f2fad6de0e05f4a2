// Package watcherrors runs an informer whose first list fails, and sets the
// handler of watch errors when it runs: the handler is never told.
package watcherrors

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

// Run counts the errors that the handler is told of.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	var told atomic.Int64
	informer := cache.NewSharedIndexInformer(source(client), &corev1.Node{}, 0, cache.Indexers{})
	go informer.Run(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
		return 0, ctx.Err()
	}
	informer.SetWatchErrorHandler(func(*cache.Reflector, error) { told.Add(1) }) // want `SetWatchErrorHandler comes after the start of the Node informer \(main.go:22\): as soon as that runs, it returns an error, which is dropped here, and the handler is never told of an error; call it before the start \(latesetup/late-watch-error-handler\)`
	return int(told.Load()), nil
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
