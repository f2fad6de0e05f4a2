// Package single runs informers one by one in goroutines, which is right: Run
// blocks.
package single

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run counts pairs of a pod and a secret.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods().Informer()
	secrets := factory.Core().V1().Secrets().Informer()
	go pods.Run(ctx.Done())
	go secrets.RunWithContext(ctx)
	if !cache.WaitForCacheSync(ctx.Done(), pods.HasSynced, secrets.HasSynced) {
		return 0, ctx.Err()
	}
	return len(pods.GetStore().List()) * len(secrets.GetStore().List()), nil
}
