// Package confirmed starts its factory in a goroutine, and waits once more for the
// informer itself: what the factory's own wait may miss, this one does not.
package confirmed

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	informer := pods.Informer()

	go factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
		return 0, ctx.Err()
	}
	list, err := pods.Lister().List(labels.Everything())
	return len(list), err
}

// ByHand asks the informer itself after the factory's wait, again and again.
func ByHand(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	informer, lister := pods.Informer(), pods.Lister()
	go factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	for !informer.HasSynced() {
		time.Sleep(100 * time.Millisecond)
	}
	list, err := lister.List(labels.Everything())
	return len(list), err
}

// ByPoll has wait ask it.
func ByPoll(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	informer, lister := pods.Informer(), pods.Lister()
	go factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	synced := func(context.Context) (bool, error) { return informer.HasSynced(), nil }
	if err := wait.PollUntilContextCancel(ctx, 100*time.Millisecond, true, synced); err != nil {
		return 0, err
	}
	list, err := lister.List(labels.Everything())
	return len(list), err
}
