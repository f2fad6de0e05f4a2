// Package ticker starts its factory again and again, so that what was
// registered meanwhile runs from the next tick on.
package ticker

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

func keepStarting(ctx context.Context, factory informers.SharedInformerFactory) {
	ticks := time.NewTicker(time.Second)
	defer ticks.Stop()
	for {
		factory.Start(ctx.Done())
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
	}
}

// Run counts the secrets.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Core().V1().Pods().Informer()
	go keepStarting(ctx, factory)

	secrets := factory.Core().V1().Secrets()
	if !cache.WaitForCacheSync(ctx.Done(), secrets.Informer().HasSynced) {
		return 0, ctx.Err()
	}
	found, err := secrets.Lister().List(labels.Everything())
	return len(found), err
}
