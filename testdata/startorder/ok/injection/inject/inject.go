// Package inject puts informers into a context.
package inject

import (
	"context"

	"k8s.io/client-go/informers"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// An Informer is what can be run.
type Informer interface {
	Run(stop <-chan struct{})
	HasSynced() bool
}

// Lister lists pods.
type Lister = corelisters.PodLister

type (
	key        struct{}
	factoryKey struct{}
)

// setups are filled by init functions, one for each imported informer package.
var setups []func(context.Context) (context.Context, cache.SharedIndexInformer)

func init() {
	setups = append(setups, func(ctx context.Context) (context.Context, cache.SharedIndexInformer) {
		factory := ctx.Value(factoryKey{}).(informers.SharedInformerFactory)
		pods := factory.Core().V1().Pods()
		return context.WithValue(ctx, key{}, pods), pods.Informer()
	})
}

// Setup makes all informers, and a context in which they are found.
func Setup(ctx context.Context, client kubernetes.Interface) (context.Context, []Informer) {
	ctx = context.WithValue(ctx, factoryKey{}, informers.NewSharedInformerFactory(client, 0))
	var all []Informer
	for _, setup := range setups {
		var informer cache.SharedIndexInformer
		ctx, informer = setup(ctx)
		all = append(all, informer)
	}
	return ctx, all
}

// Get returns the pod informer of a context.
func Get(ctx context.Context) coreinformers.PodInformer {
	return ctx.Value(key{}).(coreinformers.PodInformer)
}
