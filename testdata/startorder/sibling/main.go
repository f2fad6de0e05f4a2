// Package sibling makes two factories, one for the cluster and one for a
// namespace, and starts the first one twice instead of each one once.
package sibling

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run counts the pods of the shop for each node.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	cluster := informers.NewSharedInformerFactory(client, 0)
	shop := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace("shop")) // want `\(startorder/never-started\)`
	nodes := cluster.Core().V1().Nodes()
	pods := shop.Core().V1().Pods()
	nodeLister, podLister := nodes.Lister(), pods.Lister()
	nodesSynced, podsSynced := nodes.Informer().HasSynced, pods.Informer().HasSynced

	cluster.Start(ctx.Done())
	cluster.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), nodesSynced, podsSynced) {
		return 0, ctx.Err()
	}

	allNodes, err := nodeLister.List(labels.Everything())
	if err != nil {
		return 0, err
	}
	allPods, err := podLister.List(labels.Everything())
	if err != nil {
		return 0, err
	}
	return len(allPods) / len(allNodes), nil
}
