// Package sameresource takes a pod lister after Start. A constructor has
// registered pods on the same factory before, so the informer runs.
package sameresource

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

type evictor struct {
	synced cache.InformerSynced
}

func newEvictor(factory informers.SharedInformerFactory) *evictor {
	return &evictor{synced: factory.Core().V1().Pods().Informer().HasSynced}
}

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	e := newEvictor(factory)
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), e.synced) {
		return 0, ctx.Err()
	}
	pods, err := factory.Core().V1().Pods().Lister().List(labels.Everything())
	return len(pods), err
}
