// Package flagged tells by an atomic flag, or under a lock, that Start has
// returned; the wait comes after that.
package flagged

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func flagged(ctx context.Context, factory informers.SharedInformerFactory) error {
	var started atomic.Bool
	go func() {
		factory.Start(ctx.Done())
		started.Store(true)
	}()
	if err := wait.PollUntilContextCancel(ctx, time.Millisecond, true, func(context.Context) (bool, error) {
		return started.Load(), nil
	}); err != nil {
		return err
	}
	factory.WaitForCacheSync(ctx.Done())
	return nil
}

func signalled(ctx context.Context, factory informers.SharedInformerFactory) error {
	var mu sync.Mutex
	cond, started := sync.NewCond(&mu), false
	go func() {
		mu.Lock()
		defer mu.Unlock()
		factory.Start(ctx.Done())
		started = true
		cond.Broadcast()
	}()
	mu.Lock()
	for !started {
		cond.Wait()
	}
	mu.Unlock()
	factory.WaitForCacheSync(ctx.Done())
	return nil
}

// Run counts the pods in both ways.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	product := 1
	for _, start := range []func(context.Context, informers.SharedInformerFactory) error{flagged, signalled} {
		factory := informers.NewSharedInformerFactory(client, 0)
		lister := factory.Core().V1().Pods().Lister()
		if err := start(ctx, factory); err != nil {
			return 0, err
		}
		pods, err := lister.List(labels.Everything())
		if err != nil {
			return 0, err
		}
		product *= len(pods)
	}
	return product, nil
}
