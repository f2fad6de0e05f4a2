// Package chosen makes its factories in one of several ways. What is done to
// one of them in its own branch is right, and what is done to whichever it was
// comes in time.
package chosen

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// Run counts quadruples of pods, in four ways.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	product := 1
	for _, count := range []func(context.Context, kubernetes.Interface, string) (int, error){inTime, registeredApart, startedApart, both} {
		pods, err := count(ctx, client, "")
		if err != nil {
			return 0, err
		}
		product *= pods
	}
	return product, nil
}

func inTime(ctx context.Context, client kubernetes.Interface, namespace string) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	if namespace != "" {
		factory = informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(namespace))
	}
	lister := factory.Core().V1().Pods().Lister()
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	return count(lister)
}

// registeredApart registers in each of two branches, and starts early in a third.
func registeredApart(ctx context.Context, client kubernetes.Interface, namespace string) (int, error) {
	var factory informers.SharedInformerFactory
	switch namespace {
	case "":
		factory = informers.NewSharedInformerFactory(client, 0)
		factory.Core().V1().Pods().Informer()
	case "shop":
		factory = informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(namespace))
		factory.Core().V1().Pods().Informer()
		factory.Core().V1().Nodes().Informer()
	default:
		factory = informers.NewSharedInformerFactory(client, 0)
		factory.Start(ctx.Done())
		factory.Core().V1().Pods().Informer()
	}
	factory.Start(ctx.Done())
	lister := factory.Core().V1().Pods().Lister()
	factory.WaitForCacheSync(ctx.Done())
	return count(lister)
}

// startedApart is started where it was made, if it is for one namespace, and
// again by whoever has taken the lister.
func startedApart(ctx context.Context, client kubernetes.Interface, namespace string) (int, error) {
	var factory informers.SharedInformerFactory
	if namespace == "" {
		factory = informers.NewSharedInformerFactory(client, 0)
	} else {
		factory = informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(namespace))
		factory.Core().V1().Pods().Informer()
		factory.Start(ctx.Done())
	}
	lister := factory.Core().V1().Pods().Lister()
	if namespace == "" {
		factory.Start(ctx.Done())
	}
	factory.WaitForCacheSync(ctx.Done())
	return count(lister)
}

// both makes one factory after the other: these are two.
func both(ctx context.Context, client kubernetes.Interface, namespace string) (int, error) {
	factories := map[bool]informers.SharedInformerFactory{true: informers.NewSharedInformerFactory(client, 0)}
	if namespace != "" {
		factories[false] = informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(namespace))
	} else {
		factories[false] = informers.NewSharedInformerFactory(client, 0)
	}
	one, other := factories[true], factories[false]
	one.Core().V1().Pods().Informer()
	one.Start(ctx.Done())
	lister := other.Core().V1().Pods().Lister()
	other.Start(ctx.Done())
	other.WaitForCacheSync(ctx.Done())
	return count(lister)
}

func count(lister corelisters.PodLister) (int, error) {
	pods, err := lister.List(labels.Everything())
	return len(pods), err
}
