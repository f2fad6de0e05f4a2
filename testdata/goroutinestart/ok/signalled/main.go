// Package signalled starts in a goroutine that closes a channel after Start;
// the factory is awaited after that.
package signalled

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

// Run counts the pods in four ways.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	product := 1
	for _, start := range []func(context.Context, informers.SharedInformerFactory){closed, deferred, joined, grouped} {
		factory := informers.NewSharedInformerFactory(client, 0)
		lister := factory.Core().V1().Pods().Lister()
		start(ctx, factory)
		pods, err := lister.List(labels.Everything())
		if err != nil {
			return 0, err
		}
		product *= len(pods)
	}
	return product, nil
}

func closed(ctx context.Context, factory informers.SharedInformerFactory) {
	started := make(chan struct{})
	go func() {
		factory.Start(ctx.Done())
		close(started)
	}()
	<-started
	factory.WaitForCacheSync(ctx.Done())
}

func deferred(ctx context.Context, factory informers.SharedInformerFactory) {
	started := make(chan struct{})
	go func() {
		defer close(started)
		factory.Start(ctx.Done())
	}()
	<-started
	factory.WaitForCacheSync(ctx.Done())
}

func joined(ctx context.Context, factory informers.SharedInformerFactory) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		factory.Start(ctx.Done())
	}()
	wg.Wait()
	factory.WaitForCacheSync(ctx.Done())
}

func grouped(ctx context.Context, factory informers.SharedInformerFactory) {
	var group errgroup.Group
	group.Go(func() error {
		factory.Start(ctx.Done())
		return nil
	})
	if group.Wait() == nil {
		factory.WaitForCacheSync(ctx.Done())
	}
}
