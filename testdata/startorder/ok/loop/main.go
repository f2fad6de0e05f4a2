// Package loop starts factories that are held in a slice, a map and a list of
// arguments.
package loop

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func startEach(ctx context.Context, factories ...informers.SharedInformerFactory) {
	for _, factory := range factories {
		factory.Start(ctx.Done())
	}
	for i := range factories {
		factories[i].WaitForCacheSync(ctx.Done())
	}
}

// Run counts triples of a pod, a secret and a service.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	cluster := informers.NewSharedInformerFactory(client, 0)
	shop := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace("shop"))
	lab := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace("lab"))
	pods := cluster.Core().V1().Pods().Lister()
	secrets := shop.Core().V1().Secrets().Lister()
	lab.Core().V1().Secrets().Informer()
	startEach(ctx, cluster, shop, lab)

	named := map[string]informers.SharedInformerFactory{"services": informers.NewSharedInformerFactory(client, 0)}
	services := named["services"].Core().V1().Services().Lister()
	for _, factory := range named {
		factory.Start(ctx.Done())
		factory.WaitForCacheSync(ctx.Done())
	}

	somePods, err := pods.List(labels.Everything())
	if err != nil {
		return 0, err
	}
	someSecrets, err := secrets.List(labels.Everything())
	if err != nil {
		return 0, err
	}
	someServices, err := services.List(labels.Everything())
	return len(somePods) * len(someSecrets) * len(someServices), err
}
