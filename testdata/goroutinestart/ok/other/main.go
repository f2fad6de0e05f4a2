// Package other starts one factory in a goroutine and waits for another one,
// which was started before.
package other

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run counts pairs of a pod and a node.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	cluster := informers.NewSharedInformerFactory(client, 0)
	shop := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace("shop"))
	nodes := cluster.Core().V1().Nodes().Lister()
	pods := shop.Core().V1().Pods()
	lister, synced := pods.Lister(), pods.Informer().HasSynced

	cluster.Start(ctx.Done())
	go shop.Start(ctx.Done())
	cluster.WaitForCacheSync(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), synced) {
		return 0, ctx.Err()
	}
	someNodes, err := nodes.List(labels.Everything())
	if err != nil {
		return 0, err
	}
	somePods, err := lister.List(labels.Everything())
	return len(someNodes) * len(somePods), err
}
