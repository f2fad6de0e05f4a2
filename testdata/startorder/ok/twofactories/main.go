// Package twofactories has two factories for the same kinds in two namespaces:
// the Start of one says nothing about the other.
package twofactories

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func factoryFor(client kubernetes.Interface, namespace string) informers.SharedInformerFactory {
	return informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(namespace))
}

// Run counts the pods of the shop and of the lab.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	lab := factoryFor(client, "lab")
	labPods := lab.Core().V1().Pods().Lister()
	lab.Start(ctx.Done())
	lab.WaitForCacheSync(ctx.Done())

	shop := factoryFor(client, "shop")
	shopPods := shop.Core().V1().Pods().Lister()
	shopSecrets := shop.Core().V1().Secrets().Informer()
	shop.Start(ctx.Done())
	shop.WaitForCacheSync(ctx.Done())
	if !shopSecrets.HasSynced() {
		return 0, ctx.Err()
	}

	some, err := shopPods.List(labels.Everything())
	if err != nil {
		return 0, err
	}
	more, err := labPods.List(labels.Everything())
	return len(some) + len(more), err
}
