// Package forgotten makes two factories and hands one of them to the function that
// starts what it is given.
package forgotten

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func startInformers(ctx context.Context, factory informers.SharedInformerFactory) {
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
}

// Run counts the pods of the shop for each pod.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	shop := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace("shop")) // want `shop is never started.*startInformers.*starts only factory.*\(startorder/never-started\)`
	all, some := factory.Core().V1().Pods().Lister(), shop.Core().V1().Pods().Lister()
	startInformers(ctx, factory)

	pods, err := all.List(labels.Everything())
	if err != nil {
		return 0, err
	}
	ours, err := some.List(labels.Everything())
	return len(ours) / len(pods), err
}
