// Package group runs an informer that belongs to no factory, and one that came
// late to a started factory, in goroutines of groups.
package group

import (
	"context"

	"golang.org/x/sync/errgroup"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/informers"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run counts pairs of a pod and a secret.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	ctx, cancel := context.WithCancel(ctx)
	pods := coreinformers.NewPodInformer(client, "shop", 0, cache.Indexers{})
	var waiting wait.Group
	waiting.StartWithChannel(ctx.Done(), pods.Run)
	defer waiting.Wait()

	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Core().V1().Nodes().Informer()
	factory.StartWithContext(ctx)
	defer factory.Shutdown()
	secrets := factory.Core().V1().Secrets().Informer()
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		secrets.RunWithContext(ctx)
		return nil
	})
	defer group.Wait()
	defer cancel()

	if !cache.WaitForCacheSync(ctx.Done(), pods.HasSynced, secrets.HasSynced) {
		return 0, ctx.Err()
	}
	return len(pods.GetStore().List()) * len(secrets.GetStore().List()), nil
}
