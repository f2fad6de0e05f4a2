// Package some starts a list of factories, in which one of them need not be. If
// it is not, it is started later.
package some

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func startAll(ctx context.Context, factories []informers.SharedInformerFactory) {
	for _, factory := range factories {
		factory.Start(ctx.Done())
		factory.WaitForCacheSync(ctx.Done())
	}
}

func count(ctx context.Context, client kubernetes.Interface, early bool) (int, error) {
	often := informers.NewSharedInformerFactory(client, time.Minute)
	never := informers.NewSharedInformerFactory(client, 0)
	nodes := never.Core().V1().Nodes().Lister()
	factories := []informers.SharedInformerFactory{never}
	if early {
		factories = append(factories, often)
		often.Core().V1().Pods().Lister()
	}
	startAll(ctx, factories)
	pods := often.Core().V1().Pods().Lister()
	if !early {
		often.Start(ctx.Done())
		often.WaitForCacheSync(ctx.Done())
	}
	if found, err := nodes.List(labels.Everything()); err != nil || len(found) == 0 {
		return 0, err
	}
	found, err := pods.List(labels.Everything())
	return len(found), err
}

// Run counts the pods, twice.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	if n, err := count(ctx, client, true); err != nil || n == 0 {
		return 0, err
	}
	return count(ctx, client, false)
}
