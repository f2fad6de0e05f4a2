// Package functions reaches Start through functions in all their forms: method
// expressions, sync.OnceFunc, iterators, recursion, deferred and chosen ones.
package functions

import (
	"context"
	"iter"
	"slices"
	"sync"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

type way func(ctx context.Context, factory informers.SharedInformerFactory)

func expression(ctx context.Context, factory informers.SharedInformerFactory) {
	start := informers.SharedInformerFactory.Start
	start(factory, ctx.Done())
}

func once(ctx context.Context, factory informers.SharedInformerFactory) {
	start := sync.OnceFunc(func() { factory.Start(ctx.Done()) })
	start()
	start()
}

func all(factories ...informers.SharedInformerFactory) iter.Seq[informers.SharedInformerFactory] {
	return slices.Values(factories)
}

func iterated(ctx context.Context, factory informers.SharedInformerFactory) {
	for f := range all(factory) {
		f.Start(ctx.Done())
	}
}

func recursive(ctx context.Context, factories ...informers.SharedInformerFactory) {
	if len(factories) == 0 {
		return
	}
	factories[0].Start(ctx.Done())
	recursive(ctx, factories[1:]...)
}

func deferred(ctx context.Context, factory informers.SharedInformerFactory) {
	defer factory.Start(ctx.Done())
	factory.Core().V1().Nodes().Informer()
}

func chosen(ctx context.Context, factory informers.SharedInformerFactory) {
	start := factory.StartWithContext
	if ctx.Err() != nil {
		start = func(context.Context) { factory.Shutdown() }
	}
	start(ctx)
}

func count(ctx context.Context, client kubernetes.Interface, start way) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	lister := corelisters.PodLister(factory.Core().V1().Pods().Lister())
	start(ctx, factory)
	factory.WaitForCacheSync(ctx.Done())
	pods, err := lister.List(labels.Everything())
	return len(pods), err
}

// Run counts the pods in each way.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	product := 1
	for _, start := range []way{expression, once, iterated, deferred, chosen, func(ctx context.Context, factory informers.SharedInformerFactory) {
		recursive(ctx, factory)
	}} {
		pods, err := count(ctx, client, start)
		if err != nil {
			return 0, err
		}
		product *= pods
	}
	return product, nil
}
