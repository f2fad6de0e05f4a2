// Package counted waits again until as many caches have synced as it has
// registered, so an early wait does no harm.
package counted

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	lister := factory.Core().V1().Pods().Lister()
	factory.Core().V1().Secrets().Informer()
	go factory.Start(ctx.Done())
	for len(factory.WaitForCacheSync(ctx.Done())) < 2 {
		select {
		case <-time.After(time.Millisecond):
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
	pods, err := lister.List(labels.Everything())
	return len(pods), err
}
