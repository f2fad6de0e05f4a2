// Package ordered registers pods in a goroutine, and something sees to it that
// they are started all the same.
package ordered

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Run counts the pods in all ways.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	product := 1
	for _, count := range []func(context.Context, kubernetes.Interface) int{
		joined, received, grouped, limited, polled, locked, again, before, beside, another, runs, within,
	} {
		product *= count(ctx, client)
	}
	return product, nil
}

// list waits for the pods and counts them.
func list(ctx context.Context, factory informers.SharedInformerFactory) int {
	pods := factory.Core().V1().Pods()
	return counted(ctx, pods.Lister(), pods.Informer().HasSynced)
}

func counted(ctx context.Context, lister corelisters.PodLister, synced cache.InformerSynced) int {
	if !cache.WaitForCacheSync(ctx.Done(), synced) {
		return 0
	}
	found, err := lister.List(labels.Everything())
	if err != nil {
		return 0
	}
	return len(found)
}

func joined(ctx context.Context, client kubernetes.Interface) int {
	factory := informers.NewSharedInformerFactory(client, 0)
	var lister corelisters.PodLister
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		lister = factory.Core().V1().Pods().Lister()
	}()
	wg.Wait()
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	found, err := lister.List(labels.Everything())
	if err != nil {
		return 0
	}
	return len(found)
}

func received(ctx context.Context, client kubernetes.Interface) int {
	factory := informers.NewSharedInformerFactory(client, 0)
	registered, count := make(chan struct{}), make(chan int, 1)
	go func() {
		pods := factory.Core().V1().Pods()
		lister, synced := pods.Lister(), pods.Informer().HasSynced
		close(registered)
		count <- counted(ctx, lister, synced)
	}()
	<-registered
	factory.Start(ctx.Done())
	return <-count
}

func grouped(ctx context.Context, client kubernetes.Interface) int {
	factory := informers.NewSharedInformerFactory(client, 0)
	var group errgroup.Group
	group.Go(func() error {
		factory.Core().V1().Pods().Informer()
		return nil
	})
	if group.Wait() != nil {
		return 0
	}
	factory.Start(ctx.Done())
	return list(ctx, factory)
}

// limited begins the second goroutine when the first has ended.
func limited(ctx context.Context, client kubernetes.Interface) int {
	factory := informers.NewSharedInformerFactory(client, 0)
	var group errgroup.Group
	group.SetLimit(1)
	group.Go(func() error {
		factory.Core().V1().Pods().Informer()
		return nil
	})
	group.Go(func() error {
		factory.Start(ctx.Done())
		return nil
	})
	if group.Wait() != nil {
		return 0
	}
	return list(ctx, factory)
}

func polled(ctx context.Context, client kubernetes.Interface) int {
	factory := informers.NewSharedInformerFactory(client, 0)
	var registered atomic.Bool
	go func() {
		factory.Core().V1().Pods().Informer()
		registered.Store(true)
	}()
	if wait.PollUntilContextCancel(ctx, time.Millisecond, true, func(context.Context) (bool, error) {
		return registered.Load(), nil
	}) != nil {
		return 0
	}
	factory.Start(ctx.Done())
	return list(ctx, factory)
}

func locked(ctx context.Context, client kubernetes.Interface) int {
	factory := informers.NewSharedInformerFactory(client, 0)
	var mu sync.Mutex
	cond, registered := sync.NewCond(&mu), false
	go func() {
		mu.Lock()
		defer mu.Unlock()
		factory.Core().V1().Pods().Informer()
		registered = true
		cond.Signal()
	}()
	mu.Lock()
	for !registered {
		cond.Wait()
	}
	mu.Unlock()
	factory.Start(ctx.Done())
	return list(ctx, factory)
}

// again starts what it has registered itself.
func again(ctx context.Context, client kubernetes.Interface) int {
	factory := informers.NewSharedInformerFactory(client, 0)
	count := make(chan int, 1)
	go func() {
		pods := factory.Core().V1().Pods()
		lister, synced := pods.Lister(), pods.Informer().HasSynced
		factory.Start(ctx.Done())
		count <- counted(ctx, lister, synced)
	}()
	factory.Start(ctx.Done())
	return <-count
}

// before has registered the pods already: the goroutine gets the same informer.
func before(ctx context.Context, client kubernetes.Interface) int {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Core().V1().Pods().Informer()
	count := make(chan int, 1)
	go func() { count <- list(ctx, factory) }()
	factory.Start(ctx.Done())
	return <-count
}

// beside registers after the go statement, and before Start.
func beside(ctx context.Context, client kubernetes.Interface) int {
	factory := informers.NewSharedInformerFactory(client, 0)
	count := make(chan int, 1)
	go func() { count <- list(ctx, factory) }()
	factory.Core().V1().Pods().Lister()
	factory.Start(ctx.Done())
	return <-count
}

// another starts another factory than the one that the goroutine registers with.
func another(ctx context.Context, client kubernetes.Interface) int {
	cluster, shop := informers.NewSharedInformerFactory(client, 0), informers.NewSharedInformerFactory(client, 0)
	cluster.Core().V1().Nodes().Informer()
	count := make(chan int, 1)
	go func() {
		pods := shop.Core().V1().Pods()
		lister, synced := pods.Lister(), pods.Informer().HasSynced
		shop.Start(ctx.Done())
		count <- counted(ctx, lister, synced)
	}()
	cluster.Start(ctx.Done())
	return <-count
}

// runs runs the informer by hand.
func runs(ctx context.Context, client kubernetes.Interface) int {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Core().V1().Nodes().Informer()
	count := make(chan int, 1)
	go func() {
		pods := factory.Core().V1().Pods()
		go pods.Informer().Run(ctx.Done())
		count <- counted(ctx, pods.Lister(), pods.Informer().HasSynced)
	}()
	factory.Start(ctx.Done())
	return <-count
}

// within starts in the goroutine, which has begun another one that is joined.
func within(ctx context.Context, client kubernetes.Interface) int {
	factory := informers.NewSharedInformerFactory(client, 0)
	count := make(chan int, 1)
	go func() {
		registered := make(chan struct{})
		go func() {
			factory.Core().V1().Pods().Informer()
			close(registered)
		}()
		<-registered
		factory.Start(ctx.Done())
		count <- list(ctx, factory)
	}()
	return <-count
}
