// Package unchecked goes on when its waits have failed.
package unchecked

import (
	"context"

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
