// Package controller makes a controller with its handler, as cache.NewInformer
// does, and runs it nowhere.
package controller

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run counts one as soon as its handler is told of a node.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	nodes := client.CoreV1().Nodes()
	source := cache.ToListWatcherWithWatchListSemantics(&cache.ListWatch{
		ListWithContextFunc: func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
			return nodes.List(ctx, options)
		},
		WatchFuncWithContext: func(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
			return nodes.Watch(ctx, options)
		},
	}, client)
	told := make(chan struct{}, 8)
	handler := cache.ResourceEventHandlerFuncs{AddFunc: func(any) { told <- struct{}{} }}
	_, controller := cache.NewInformer(source, &corev1.Node{}, 0, handler) // want `controller is never run.*\(startorder/never-started\)`
	_ = controller
	select {
	case <-told:
		return 1, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}
