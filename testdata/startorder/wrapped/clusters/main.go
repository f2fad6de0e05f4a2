// Package clusters takes the informer of one cluster from a factory of several,
// which it has started before.
package clusters

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/kubernetes"

	"example.com/informers/startorder/wrapped/clusters/perspace"
)

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := perspace.NewSharedInformerFactory(client)
	all := factory.Core().V1().Pods()
	factory.Start(ctx.Done()) // want `factory.Start runs before all.Cluster\(\) registers the Pod informer.*\(startorder/late-registration\)`
	shop := all.Cluster("shop")
	for _, synced := range factory.WaitForCacheSync(ctx.Done()) {
		if !synced {
			return 0, ctx.Err()
		}
	}
	pods, err := shop.Lister().List(labels.Everything())
	return len(pods), err
}
