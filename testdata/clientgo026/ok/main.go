// Package ok is right: everything is registered before Start, or run by hand.
package ok

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run counts pairs of a pod and a secret.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	secrets := coreinformers.NewSecretInformer(client, "shop", 0, cache.Indexers{})
	go secrets.Run(ctx.Done())

	factory := informers.NewSharedInformerFactory(client, 0)
	podLister := factory.Core().V1().Pods().Lister()
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), secrets.HasSynced) {
		return 0, ctx.Err()
	}
	pods, err := podLister.List(labels.Everything())
	return len(pods) * len(secrets.GetStore().List()), err
}
