// Package elsewhere starts its factory and then hands it to a constructor of
// another package.
package elsewhere

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"

	"example.com/informers026/elsewhere/settings"
)

// Run counts the ConfigMaps of the shop.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace("shop"))
	factory.Core().V1().Pods().Informer()
	factory.Start(ctx.Done()) // want `\(startorder/late-registration\)`
	factory.WaitForCacheSync(ctx.Done())
	reader := settings.NewReader(factory)
	return reader.Count("shop")
}
