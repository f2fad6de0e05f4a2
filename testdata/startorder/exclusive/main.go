// Package exclusive runs in one of two modes. In one of them it takes its lister
// in time, and starts in a goroutine; in the other it takes it after the Start.
package exclusive

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

func count(ctx context.Context, client kubernetes.Interface, background bool) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	if background {
		pods := factory.Core().V1().Pods()
		synced := pods.Informer().HasSynced
		go factory.Start(ctx.Done())
		cache.WaitForCacheSync(ctx.Done(), synced)
		all, err := pods.Lister().List(labels.Everything())
		return len(all), err
	}
	factory.Start(ctx.Done()) // want `\(startorder/late-registration\)`
	lister := factory.Core().V1().Pods().Lister()
	factory.WaitForCacheSync(ctx.Done())
	pods, err := lister.List(labels.Everything())
	return len(pods), err
}

// Run counts the pods both ways, and returns the smaller number.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	one, err := count(ctx, client, true)
	if err != nil {
		return 0, err
	}
	other, err := count(ctx, client, false)
	return min(one, other), err
}
