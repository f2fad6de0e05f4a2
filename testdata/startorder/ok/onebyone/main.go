// Package onebyone is as package functions, but each way is a function of its
// own, which makes its factory and ends with its lister.
package onebyone

import (
	"context"
	"errors"
	"slices"
	"sync"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

func expression(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	lister := factory.Core().V1().Pods().Lister()
	start := informers.SharedInformerFactory.Start
	start(factory, ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	return size(lister)
}

func once(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	start := sync.OnceFunc(func() {
		factory.Start(ctx.Done())
		factory.WaitForCacheSync(ctx.Done())
	})
	lister := factory.Core().V1().Pods().Lister()
	start()
	return size(lister)
}

func onceValues(ctx context.Context, client kubernetes.Interface) (int, error) {
	lister := sync.OnceValues(func() (corelisters.PodLister, error) {
		factory := informers.NewSharedInformerFactory(client, 0)
		pods := factory.Core().V1().Pods().Lister()
		factory.Start(ctx.Done())
		for _, ok := range factory.WaitForCacheSync(ctx.Done()) {
			if !ok {
				return nil, errors.New("not synced")
			}
		}
		return pods, nil
	})
	pods, err := lister()
	if err != nil {
		return 0, err
	}
	return size(pods)
}

func iterated(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	lister := factory.Core().V1().Pods().Lister()
	for f := range slices.Values([]informers.SharedInformerFactory{factory}) {
		f.Start(ctx.Done())
		f.WaitForCacheSync(ctx.Done())
	}
	return size(lister)
}

func sent(ctx context.Context, client kubernetes.Interface) (int, error) {
	factories := make(chan informers.SharedInformerFactory)
	synced := make(chan struct{})
	go func() {
		for factory := range factories {
			factory.Start(ctx.Done())
			factory.WaitForCacheSync(ctx.Done())
			synced <- struct{}{}
		}
	}()
	factory := informers.NewSharedInformerFactory(client, 0)
	lister := factory.Core().V1().Pods().Lister()
	factories <- factory
	<-synced
	close(factories)
	return size(lister)
}

type pair struct {
	factory informers.SharedInformerFactory
	lister  corelisters.PodLister
}

func copied(ctx context.Context, client kubernetes.Interface) (int, error) {
	p := pair{factory: informers.NewSharedInformerFactory(client, 0)}
	p.lister = p.factory.Core().V1().Pods().Lister()
	pairs := [2]pair{p}
	q := pairs[0]
	q.factory.Start(ctx.Done())
	pairs[0].factory.WaitForCacheSync(ctx.Done())
	return size(q.lister)
}

func switched(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	lister := factory.Core().V1().Pods().Lister()
	switch part := any(factory).(type) {
	case interface{ Start(<-chan struct{}) }:
		part.Start(ctx.Done())
	case interface{ Run(context.Context) }:
		part.Run(ctx)
	}
	factory.WaitForCacheSync(ctx.Done())
	return size(lister)
}

func started(ctx context.Context, client kubernetes.Interface) (factory informers.SharedInformerFactory, lister corelisters.PodLister) {
	defer func() {
		lister = factory.Core().V1().Pods().Lister()
		factory.Start(ctx.Done())
		factory.WaitForCacheSync(ctx.Done())
	}()
	return informers.NewSharedInformerFactory(client, 0), nil
}

func size(lister corelisters.PodLister) (int, error) {
	pods, err := lister.List(labels.Everything())
	return len(pods), err
}

// Run counts the pods in each way.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	product := 1
	for _, count := range []func(context.Context, kubernetes.Interface) (int, error){
		expression, once, onceValues, iterated, sent, copied, switched,
	} {
		pods, err := count(ctx, client)
		if err != nil {
			return 0, err
		}
		product *= pods
	}
	_, lister := started(ctx, client)
	pods, err := size(lister)
	return product * pods, err
}
