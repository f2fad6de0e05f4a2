// Package generics starts and awaits factories of any kind through type
// parameters.
package generics

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/tools/cache"
)

type startable[K comparable] interface {
	Start(stop <-chan struct{})
	WaitForCacheSync(stop <-chan struct{}) map[K]bool
}

// startAll starts the factories and waits for all of them.
func startAll[K comparable, F startable[K]](ctx context.Context, factories ...F) error {
	for _, factory := range factories {
		factory.Start(ctx.Done())
	}
	for _, factory := range factories {
		for _, ok := range factory.WaitForCacheSync(ctx.Done()) {
			if !ok {
				return errors.New("a cache did not sync")
			}
		}
	}
	return nil
}

// An owned value is held together with the factory that fills it.
type owned[F any, L any] struct {
	factory F
	lister  L
}

func own[F, L any](factory F, lister func(F) L) owned[F, L] {
	return owned[F, L]{factory: factory, lister: lister(factory)}
}

// StartMetadata starts factories of another kind in the same way.
func StartMetadata(ctx context.Context, factories ...metadatainformer.SharedInformerFactory) error {
	return startAll(ctx, factories...)
}

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	all := informers.NewSharedInformerFactory(client, 0)
	shop := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace("shop"))
	nodes := own(all, func(f informers.SharedInformerFactory) cache.Store {
		return f.Core().V1().Nodes().Informer().GetStore()
	})
	pods := own(shop, func(f informers.SharedInformerFactory) podLister { return f.Core().V1().Pods().Lister() })
	if err := startAll(ctx, nodes.factory, pods.factory); err != nil {
		return 0, err
	}
	found, err := pods.lister.List(labels.Everything())
	return len(found), err
}

type podLister interface {
	List(labels.Selector) ([]*corev1.Pod, error)
}
