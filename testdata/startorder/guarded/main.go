// Package guarded runs its informers in goroutines that stop all the others
// when one of them ends, and forgets one.
package guarded

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

type stock struct {
	pods, secrets cache.SharedIndexInformer
}

func newStock(client kubernetes.Interface) *stock {
	core := informers.NewSharedInformerFactory(client, 0).Core().V1()
	return &stock{pods: core.Pods().Informer(), secrets: core.Secrets().Informer()} // want `\(startorder/never-started\)`
}

func (s *stock) run(ctx context.Context) (int, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		s.pods.Run(ctx.Done())
		cancel()
	}()
	if !cache.WaitForCacheSync(ctx.Done(), s.pods.HasSynced, s.secrets.HasSynced) {
		return 0, ctx.Err()
	}
	return len(s.pods.GetStore().ListKeys()) * len(s.secrets.GetStore().ListKeys()), nil
}

// Run counts pairs of a pod and a secret.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	return newStock(client).run(ctx)
}
