// Package restarted starts its factory, and starts it once more in a goroutine
// for what plugins may add. The wait is for what the first Start started.
package restarted

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run counts pairs of a pod and a secret.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	lister := factory.Core().V1().Pods().Lister()
	factory.Start(ctx.Done())

	secrets := factory.Core().V1().Secrets().Informer()
	go factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	pods, err := lister.List(labels.Everything())
	if err != nil {
		return 0, err
	}
	if !cache.WaitForCacheSync(ctx.Done(), secrets.HasSynced) {
		return 0, ctx.Err()
	}
	return len(pods) * len(secrets.GetStore().List()), nil
}
