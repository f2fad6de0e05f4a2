// Package confirmed: a Start in a goroutine beside the factory's wait, and another wait
// for the informer itself after that.
package confirmed

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

func right(ctx context.Context, client kubernetes.Interface) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	informer := pods.Informer()
	go factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	cache.WaitForCacheSync(ctx.Done(), informer.HasSynced)
	pods.Lister().List(labels.Everything())
}

func readBetween(ctx context.Context, client kubernetes.Interface) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	informer := pods.Informer()
	go factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	pods.Lister().List(labels.Everything())
	cache.WaitForCacheSync(ctx.Done(), informer.HasSynced)
}

func another(ctx context.Context, client kubernetes.Interface) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods().Informer()
	nodes := factory.Core().V1().Nodes()
	nodes.Informer()
	go factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	cache.WaitForCacheSync(ctx.Done(), pods.HasSynced)
	nodes.Lister().List(labels.Everything())
}
