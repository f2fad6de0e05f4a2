// Package bykey takes factories by a key, and whichever it gets is started, or has
// been with the informer in it, or is not one of those that were started.
package bykey

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

type factories map[string]informers.SharedInformerFactory

func newFactories(client kubernetes.Interface) factories {
	all := factories{}
	for _, namespace := range []string{"shop", "lab"} {
		all[namespace] = informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(namespace))
	}
	return all
}

func (f factories) start(ctx context.Context) {
	for _, factory := range f {
		factory.Start(ctx.Done())
	}
}

func (f factories) count(ctx context.Context, namespace string) (int, error) {
	pods := f[namespace].Core().V1().Pods()
	if !cache.WaitForCacheSync(ctx.Done(), pods.Informer().HasSynced) {
		return 0, ctx.Err()
	}
	found, err := pods.Lister().List(labels.Everything())
	return len(found), err
}

// again: all are started once more.
func again(ctx context.Context, client kubernetes.Interface) (int, error) {
	all := newFactories(client)
	all.start(ctx)
	all["shop"].Core().V1().Pods().Informer()
	all.start(ctx)
	return all.count(ctx, "shop")
}

// itself: the one that was taken is started once more.
func itself(ctx context.Context, client kubernetes.Interface) (int, error) {
	all := newFactories(client)
	all.start(ctx)
	shop := all["shop"]
	shop.Core().V1().Pods().Informer()
	shop.Start(ctx.Done())
	return all.count(ctx, "shop")
}

// byItsKey: it is taken again, and started.
func byItsKey(ctx context.Context, client kubernetes.Interface) (int, error) {
	all := newFactories(client)
	all.start(ctx)
	all["shop"].Core().V1().Pods().Informer()
	all["shop"].Start(ctx.Done())
	return all.count(ctx, "shop")
}

// before: each has the informer when it is started.
func before(ctx context.Context, client kubernetes.Interface) (int, error) {
	all := newFactories(client)
	for _, factory := range all {
		factory.Core().V1().Pods().Informer()
	}
	all.start(ctx)
	return all.count(ctx, "shop")
}

// first: the informer is taken by the same key before.
func first(ctx context.Context, client kubernetes.Interface) (int, error) {
	all := newFactories(client)
	all["shop"].Core().V1().Pods().Informer()
	all.start(ctx)
	return all.count(ctx, "shop")
}

// some: those that are taken are not started with the others.
func some(ctx context.Context, client kubernetes.Interface) (int, error) {
	all := newFactories(client)
	for namespace, factory := range all {
		if namespace == "lab" {
			factory.Start(ctx.Done())
		}
	}
	all["shop"].Core().V1().Pods().Informer()
	for namespace, factory := range all {
		if namespace == "shop" {
			factory.Start(ctx.Done())
		}
	}
	return all.count(ctx, "shop")
}

// replaced: another factory is put in its place, which is started later.
func replaced(ctx context.Context, client kubernetes.Interface) (int, error) {
	all := newFactories(client)
	all.start(ctx)
	own := informers.NewSharedInformerFactory(client, 0)
	all["shop"] = own
	all["shop"].Core().V1().Pods().Informer()
	own.Start(ctx.Done())
	return all.count(ctx, "shop")
}

// lazily: whoever asks for a namespace that is not there gets a factory, and starts
// it when it has what it needs.
func lazily(ctx context.Context, client kubernetes.Interface) (int, error) {
	all := newFactories(client)
	all.start(ctx)
	factory, ok := all["mall"]
	if !ok {
		factory = informers.NewSharedInformerFactory(client, 0)
		all["mall"] = factory
	}
	factory.Core().V1().Pods().Informer()
	if !ok {
		factory.Start(ctx.Done())
	}
	return all.count(ctx, "mall")
}

// Run counts the pods of the shop in each way.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	product := 1
	for _, way := range []func(context.Context, kubernetes.Interface) (int, error){again, itself, byItsKey, before, first, some, replaced, lazily} {
		n, err := way(ctx, client)
		if err != nil {
			return 0, err
		}
		product *= n
	}
	return product, nil
}
