// Package elsewhere starts the factory and then hands it to a constructor of
// another package, which is where the ConfigMap informer is registered.
package elsewhere

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"

	"example.com/informers/startorder/elsewhere/settings"
)

// Run reads the settings once all caches have synced.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace("shop"))
	pods := factory.Core().V1().Pods().Informer()
	factory.Start(ctx.Done()) // want `\(startorder/late-registration\)`
	factory.WaitForCacheSync(ctx.Done())
	if !pods.HasSynced() {
		return 0, ctx.Err()
	}

	reader := settings.NewReader(factory)
	return reader.Count("shop")
}
