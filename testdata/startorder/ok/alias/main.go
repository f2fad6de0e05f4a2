// Package alias has two variables for what may be one factory, and starts the
// second only where it is another one.
package alias

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

// Run counts the services of the shop.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	return RunIn(ctx, client, "shop")
}

// RunIn counts the services of a namespace, or of all if there is none.
func RunIn(ctx context.Context, client kubernetes.Interface, namespace string) (int, error) {
	nodes := informers.NewSharedInformerFactory(client, 0)
	services := nodes
	if namespace != "" {
		services = informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(namespace))
	}
	nodeLister := nodes.Core().V1().Nodes().Lister()
	serviceLister := services.Core().V1().Services().Lister()

	nodes.Start(ctx.Done())
	nodes.WaitForCacheSync(ctx.Done())
	if services != nodes {
		services.Start(ctx.Done())
		services.WaitForCacheSync(ctx.Done())
	}

	if _, err := nodeLister.List(labels.Everything()); err != nil {
		return 0, err
	}
	found, err := serviceLister.List(labels.Everything())
	return len(found), err
}
