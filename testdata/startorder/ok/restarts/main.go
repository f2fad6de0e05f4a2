// Package restarts starts its factory again and again in a goroutine: what is
// registered beside it is started in the next round.
package restarts

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run counts the pods in both ways.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	return repeated(ctx, client) * restarted(ctx, client), nil
}

// list waits for the pods and counts them.
func list(ctx context.Context, factory informers.SharedInformerFactory) int {
	pods := factory.Core().V1().Pods()
	lister := pods.Lister()
	if !cache.WaitForCacheSync(ctx.Done(), pods.Informer().HasSynced) {
		return 0
	}
	found, err := lister.List(labels.Everything())
	if err != nil {
		return 0
	}
	return len(found)
}

// repeated registers in another goroutine.
func repeated(ctx context.Context, client kubernetes.Interface) int {
	factory := informers.NewSharedInformerFactory(client, 0)
	count := make(chan int, 1)
	go func() { count <- list(ctx, factory) }()
	go wait.Until(func() { factory.Start(ctx.Done()) }, time.Millisecond, ctx.Done())
	return <-count
}

// restarted does so beside its own registration.
func restarted(ctx context.Context, client kubernetes.Interface) int {
	factory := informers.NewSharedInformerFactory(client, 0)
	go wait.UntilWithContext(ctx, func(ctx context.Context) { factory.Start(ctx.Done()) }, time.Millisecond)
	return list(ctx, factory)
}
