// Package chosen makes its factory in one of two ways, and takes the lister
// after the Start, whichever of the two it was.
package chosen

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func count(ctx context.Context, client kubernetes.Interface, namespace string) (int, error) {
	var factory informers.SharedInformerFactory
	if namespace == "" {
		factory = informers.NewSharedInformerFactory(client, 0)
	} else {
		factory = informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(namespace))
	}
	factory.Start(ctx.Done()) // want `\(startorder/late-registration\)`
	lister := factory.Core().V1().Pods().Lister()
	factory.WaitForCacheSync(ctx.Done())
	pods, err := lister.List(labels.Everything())
	return len(pods), err
}

// Run counts all pods and those of the shop, and returns the smaller number.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	all, err := count(ctx, client, "")
	if err != nil {
		return 0, err
	}
	shop, err := count(ctx, client, "shop")
	return min(all, shop), err
}
