// Package standalone makes an informer that belongs to no factory, so that
// nobody but this program could run it.
package standalone

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run counts the nodes.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	nodes := client.CoreV1().Nodes()
	source := &cache.ListWatch{
		ListWithContextFunc: func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
			return nodes.List(ctx, options)
		},
		WatchFuncWithContext: func(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
			return nodes.Watch(ctx, options)
		},
	}
	informer := cache.NewSharedIndexInformer( // want `\(startorder/never-started\)`
		cache.ToListWatcherWithWatchListSemantics(source, client),
		&corev1.Node{}, 0, cache.Indexers{})
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
		return 0, ctx.Err()
	}
	return len(informer.GetStore().ListKeys()), nil
}
