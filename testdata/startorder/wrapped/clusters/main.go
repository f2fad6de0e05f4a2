// Package clusters takes the informer of one cluster from a factory of several,
// which it has started before.
package clusters

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/kubernetes"

	"example.com/informers/startorder/wrapped/clusters/perspace"
)

type informers struct {
	all  perspace.PodClusterInformer
	shop perspace.PodInformer
}

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := perspace.NewSharedInformerFactory(client)
	pods := informers{all: factory.Core().V1().Pods()}
	factory.Start(ctx.Done()) // want `factory.Start runs before pods.all.Cluster\(\) registers the Pod informer.*\(startorder/late-registration\)`
	pods.shop = pods.all.Cluster("shop")
	for _, synced := range factory.WaitForCacheSync(ctx.Done()) {
		if !synced {
			return 0, ctx.Err()
		}
	}
	found, err := pods.shop.Lister().List(labels.Everything())
	return len(found), err
}
