// Package unchecked goes on when its waits have failed.
package unchecked

import (
	"context"
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	lister, informer := pods.Lister(), pods.Informer()
	factory.Start(ctx.Done())
	await(ctx, factory, informer)
	list, err := lister.List(labels.Everything())
	return len(list), err
}

func await(ctx context.Context, factory informers.SharedInformerFactory, informer cache.SharedIndexInformer) {
	factory.WaitForCacheSync(ctx.Done())                       // want `\(syncwait/unchecked-result\)`
	_ = cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) // want `\(syncwait/unchecked-result\)`
	cache.WaitForCacheSync(context.Background().Done(), informer.HasSynced)
}

// asked looks afterwards whether it was stopped.
func asked(ctx context.Context, informer cache.SharedIndexInformer) error {
	cache.WaitForCacheSync(ctx.Done(), informer.HasSynced)
	select {
	case <-ctx.Done():
		return ctx.Err()
	default:
	}
	return nil
}

// failed does the same by Err.
func failed(ctx context.Context, factory informers.SharedInformerFactory) bool {
	factory.WaitForCacheSync(ctx.Done())
	return ctx.Err() != nil
}

// late asks only when it was told to stop.
func late(ctx context.Context, factory informers.SharedInformerFactory) error {
	factory.WaitForCacheSync(ctx.Done()) // want `\(syncwait/unchecked-result\)`
	fmt.Println("begun")
	<-ctx.Done()
	return ctx.Err()
}

// elsewhere asks another context, and in a goroutine.
func elsewhere(ctx context.Context, factory informers.SharedInformerFactory) {
	factory.WaitForCacheSync(ctx.Done()) // want `\(syncwait/unchecked-result\)`
	go func() { fmt.Println(ctx.Err()) }()
	other, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	fmt.Println(other.Err())
}

// loops asks when much is done.
func loops(stop <-chan struct{}, factory informers.SharedInformerFactory) {
	factory.WaitForCacheSync(stop) // want `\(syncwait/unchecked-result\)`
	fmt.Println("begun")
	for {
		select {
		case <-stop:
			return
		default:
			time.Sleep(time.Second)
		}
	}
}

// next does nothing but in a loop that asks.
func next(ctx context.Context, factory informers.SharedInformerFactory) {
	factory.WaitForCacheSync(ctx.Done())
	for ctx.Err() == nil {
		time.Sleep(time.Second)
	}
}

// derived asks the context that the wait's is made of.
func derived(ctx context.Context, factory informers.SharedInformerFactory, idle bool) error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	factory.WaitForCacheSync(inner.Done())
	if idle {
		<-inner.Done()
	}
	return ctx.Err()
}
