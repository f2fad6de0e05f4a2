// Package clusters takes the informer of one cluster from a factory of several, and
// starts that afterwards.
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
	shop := all.Cluster("shop")
	factory.Start(ctx.Done())
	for _, synced := range factory.WaitForCacheSync(ctx.Done()) {
		if !synced {
			return 0, ctx.Err()
		}
	}
	pods, err := shop.Lister().List(labels.Everything())
	return len(pods), err
}
