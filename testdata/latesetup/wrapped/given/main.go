// Package given hands an informer to a type of another package, which runs it and
// then sets the handler of watch errors.
package given

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

	"example.com/informers/latesetup/wrapped/given/events"
)

// Run counts the errors that the handler is told of.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	return events.Of(cache.NewSharedIndexInformer(source(client), &corev1.Node{}, 0, cache.Indexers{})).Follow(ctx)
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
